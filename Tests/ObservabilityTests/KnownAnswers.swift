#if Observability
import Foundation
import PushPayload
import Testing

/// The published cases of the wire format.
enum KnownAnswers {
    /// Returns the content of `Fixtures/vectors/v1.json`.
    static func read() throws -> JSONObject {
        let data = try Data(contentsOf: repository.appending(path: "Fixtures/vectors/v1.json"))
        let value = try JSONValue(parsing: Array(data), limits: JSONLimits(maximumByteCount: 1 << 24))
        return try #require(value.objectValue)
    }

    /// The root of the repository.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
}
#endif
