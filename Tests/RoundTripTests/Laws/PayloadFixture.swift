import Foundation
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

/// A file of `Fixtures/payloads`, in the folder of its push type.
struct PayloadFixture: Sendable, CustomTestStringConvertible {
    let pushType: PushType
    let file: URL

    var testDescription: String { "\(pushType.rawValue)/\(file.lastPathComponent)" }

    func payload() throws -> Payload {
        try Payload(parsing: Array(Data(contentsOf: file)))
    }

    /// What the push type's own reader on the system takes, which a caller must name visible.
    var visible: [PayloadPath] { pushType.readBySystem }

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/payloads")

    /// The suites and paddings that this payload is checked with; the check `laws` has all of them, in an optimised build.
    ///
    /// Every fourth payload, and the first of each push type, is checked in all suites with two of the paddings; the
    /// others with one padding in one suite, of which neighbours have different ones.
    func products(of paddings: [Padding]) -> (suites: [SealingSuite], paddings: [Padding]) {
        guard let index = Self.all.firstIndex(where: { $0.file == file }) else {
            return (SealingSuite.allCases, paddings)
        }
        let isFirst = index == 0 || Self.all[index - 1].pushType != pushType
        if isFirst || index.isMultiple(of: 4) { return (SealingSuite.allCases, Array(paddings.prefix(2))) }
        return ([SealingSuite.allCases[index % SealingSuite.allCases.count]], [.standard])
    }

    static let all: [PayloadFixture] = {
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL } ?? []
        return files.filter { $0.pathExtension == "json" }
            .map {
                PayloadFixture(pushType: PushType(rawValue: $0.deletingLastPathComponent().lastPathComponent), file: $0)
            }
            .sorted { $0.testDescription < $1.testDescription }
    }()
}
