import SodiumCrypto

/// What a seal is bound to besides the header (wire format §3):
/// `"sealedpush-v1" ‖ suite ‖ u16(len) ‖ topic ‖ u16(len) ‖ audience`.
package struct SealingContext: Sendable, Hashable {
    /// The longest topic or audience in bytes of UTF-8.
    package static let maximumByteCount = 65_535

    /// The app's bundle id.
    package let topic: String
    /// What names the receiving account or installation to both halves.
    package let audience: String

    /// Takes topic and audience; either may be empty.
    ///
    /// - Returns: nil when one of them is longer than 65,535 bytes of UTF-8.
    package init?(topic: String, audience: String) {
        guard topic.utf8.count <= Self.maximumByteCount, audience.utf8.count <= Self.maximumByteCount else {
            return nil
        }
        self.topic = topic
        self.audience = audience
    }

    /// The context's bytes for one suite.
    package func bytes(for suite: SealingSuite) -> [UInt8] {
        var bytes = Array("sealedpush-v1".utf8)
        bytes.append(suite.rawValue)
        for part in [topic, audience] {
            bytes.appendBigEndian(UInt16(truncatingIfNeeded: part.utf8.count))
            bytes.append(contentsOf: part.utf8)
        }
        return bytes
    }

    /// BLAKE2b-128 of context and header, which stands before the message inside a sealed box.
    package func digest(header: [UInt8], suite: SealingSuite) -> [UInt8] {
        BLAKE2b.digest(of: (bytes(for: suite) + header).span)
    }
}
