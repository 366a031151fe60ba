import Foundation
import PushPayload
import RoundTrip
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
