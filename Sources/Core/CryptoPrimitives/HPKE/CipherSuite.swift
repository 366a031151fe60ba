/// The only HPKE cipher suite of the format (RFC 9180 §7): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.
package enum HPKE {
    package enum Mode: UInt8, Sendable {
        /// Does not authenticate the sender.
        case base = 0x00
        /// Authenticates the sender by a key that the recipient knows.
        case auth = 0x02
        /// Authenticates the sender by a key that the recipient knows and by a key that both have.
        case authPSK = 0x03

        /// The mode that follows from what is given; throws `unavailable` for a pre-shared key without a sender.
        init(hasSender: Bool, hasPreSharedKey: Bool) throws(CryptoError) {
            guard hasSender || !hasPreSharedKey else { throw .unavailable }
            self = hasPreSharedKey ? .authPSK : hasSender ? .auth : .base
        }
    }

    /// The size of an encapsulated key in bytes (Nenc).
    package static let encapsulatedKeyByteCount = X25519.byteCount
    /// The size of an AEAD tag in bytes (Nt).
    package static let tagByteCount = ChaCha20Poly1305.tagByteCount
    /// The size of a sealed message minus that of its plaintext, in bytes.
    package static let overhead = encapsulatedKeyByteCount + tagByteCount

    /// The size of the KEM's shared secret in bytes (Nsecret).
    static let sharedSecretByteCount = 32
    /// The size of a hash and of a pseudorandom key in bytes (Nh).
    static let hashByteCount = unsafe HMACSHA256.byteCount

    /// The KEM's suite id: "KEM" ‖ 0x0020 (RFC 9180 §4.1).
    static let kemSuiteID: StaticString = "KEM\u{0}\u{20}"

    /// The suite id of the cipher suite: "HPKE" ‖ 0x0020 ‖ 0x0001 ‖ 0x0003 (RFC 9180 §5.1).
    static let suiteID: StaticString = "HPKE\u{0}\u{20}\u{0}\u{1}\u{0}\u{3}"
}
