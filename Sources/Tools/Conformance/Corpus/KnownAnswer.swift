package import Foundation
import KeyManagement
package import PushPayload
package import SealedEnvelope
package import StrictJSON

/// One case of the file, described by its name.
package struct KnownAnswer: Sendable, CustomStringConvertible {
    /// The fields.
    package var fields: JSONObject

    /// Creates a case of its fields.
    package init(fields: JSONObject) { self.fields = fields }

    package var description: String { text("name") ?? "unnamed" }

    package func text(_ name: String) -> String? { fields[name]?.stringValue }

    package func number(_ name: String) -> Int? { fields[name]?.numberValue?.int }

    package func duration(_ name: String) -> Duration? { number(name).map { .seconds($0) } }

    package func time(_ name: String) -> Date? { number(name).map { Date(timeIntervalSince1970: Double($0)) } }

    /// The sequence number.
    package var sequence: UInt64? { fields["sequence"]?.numberValue.flatMap { UInt64($0.text) } }

    /// The time from the sealing to the expiry.
    package var expiresIn: Duration { (duration("expiresAt") ?? .zero) - (duration("issuedAt") ?? .zero) }

    /// The padding of a seal.
    package var padding: Padding {
        switch fields["padding"] {
        case "none": .none
        case "max": .maximum
        default: .block(number("padding") ?? 512)
        }
    }

    /// Returns a text that the case must have.
    package func require(_ name: String) throws(CorpusError) -> String {
        guard let text = text(name) else { throw missing(name) }
        return text
    }

    /// Returns the bytes of a field in hexadecimal.
    package func bytes(_ name: String) throws(CorpusError) -> [UInt8] {
        let digits = Array(try require(name).utf8)
        guard digits.count.isMultiple(of: 2) else { throw missing(name) }
        return try stride(from: 0, to: digits.count, by: 2).map { index throws(CorpusError) in
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                throw missing(name)
            }
            return byte
        }
    }

    /// Returns the paths of `visiblePaths`.
    package func visiblePaths() throws(CorpusError) -> [PayloadPath] {
        try (fields["visiblePaths"]?.arrayValue ?? []).map { value throws(CorpusError) in
            guard let path = value.stringValue.flatMap({ try? PayloadPath(parsing: $0) }) else {
                throw missing("visiblePaths")
            }
            return path
        }
    }

    func missing(_ name: String) -> CorpusError {
        CorpusError(code: .invalidVectors, reason: "\(self) has no usable field \(name)")
    }
}
