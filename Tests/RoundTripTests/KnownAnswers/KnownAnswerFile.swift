import Conformance
import Foundation
import StrictJSON

extension KnownAnswerFile {
    /// `Fixtures/vectors/v1.json`, whose fields are described in the wire format, section 10.
    static let shared: KnownAnswerFile? = bytes.flatMap { try? KnownAnswerFile(parsing: $0) }

    /// The bytes of the file.
    static let bytes: [UInt8]? = {
        let file = PayloadFixture.folder.deletingLastPathComponent().appending(path: "vectors/v1.json")
        return (try? Data(contentsOf: file)).map(Array.init)
    }()

    /// The cases of one list, so that a missing file shows as a test without cases, which counting catches.
    static func cases(_ list: String) -> [KnownAnswer] { shared?.cases(list) ?? [] }
}

/// A field that a case should have had.
struct MissingField: Error, CustomStringConvertible {
    let description: String
    init(_ name: String) { description = "no usable field \(name)" }
}
