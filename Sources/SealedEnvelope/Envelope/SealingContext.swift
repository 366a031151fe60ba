package import SodiumCrypto

/// What a seal is bound to besides the header (wire format §3):
/// `"sealedpush-v1" ‖ suite ‖ u16(len) ‖ topic ‖ u16(len) ‖ audience`.
package struct SealingContext: Sendable, Hashable {
    /// The longest topic or audience in bytes of UTF-8.
    package static let maximumByteCount = 65_535

    /// The app's bundle id.
    package let topic: String
    /// What names the receiving account or installation to both halves.
    package let audience: String
    /// The context's bytes but for the suite.
    private let bytes: [UInt8]
    private let hpkeAuthInfo: HPKE.Info
    private let hpkeBaseInfo: HPKE.Info

    /// Takes topic and audience; either may be empty.
    ///
    /// - Returns: nil when one of them is longer than 65,535 bytes of UTF-8.
    package init?(topic: String, audience: String) {
        guard topic.utf8.count <= Self.maximumByteCount, audience.utf8.count <= Self.maximumByteCount else {
            return nil
        }
        self.topic = topic
        self.audience = audience
        var bytes: [UInt8] = []
        for part in [topic, audience] {
            bytes.appendBigEndian(UInt16(truncatingIfNeeded: part.utf8.count))
            bytes.append(contentsOf: part.utf8)
        }
        self.bytes = bytes
        hpkeAuthInfo = HPKE.Info(Self.bytes(bytes, for: .hpkeAuth).span)
        hpkeBaseInfo = HPKE.Info(Self.bytes(bytes, for: .hpkeBase).span)
    }

    private static func bytes(_ parts: [UInt8], for suite: SealingSuite, header: ArraySlice<UInt8> = []) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: label.utf8CodeUnitCount + 1 + parts.count + header.count) { output in
            label.withUTF8Buffer { unsafe output.append(UnsafeRawBufferPointer($0)) }
            output.append(suite.rawValue)
            unsafe parts.withUnsafeBytes { unsafe output.append($0) }
            unsafe header.withUnsafeBytes { unsafe output.append($0) }
        }
        return bytes
    }

    private static let label: StaticString = "sealedpush-v1"

    /// The context's bytes for one suite, and the header of an envelope behind them.
    package func bytes(for suite: SealingSuite, header: ArraySlice<UInt8> = []) -> [UInt8] {
        Self.bytes(bytes, for: suite, header: header)
    }

    /// The context as the `info` of the suites that use HPKE.
    package func info(authenticated: Bool) -> HPKE.Info {
        authenticated ? hpkeAuthInfo : hpkeBaseInfo
    }

    /// BLAKE2b-128 of context and header, which stands before the message inside a sealed box.
    package func digest(header: ArraySlice<UInt8>, suite: SealingSuite) -> [UInt8] {
        BLAKE2b.digest(of: bytes(for: suite, header: header).span)
    }
}
