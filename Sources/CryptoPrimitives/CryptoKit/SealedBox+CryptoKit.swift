#if SwiftCrypto || !canImport(CSodium)

/// libsodium's sealed box, which CryptoKit lacks: suite 4 is an unknown suite.
package enum SealedBox {
    package static let overhead = 48
    package static let isAvailable = false

    /// Throws `unavailable`.
    package static func seal(
        _ message: Span<UInt8>, to recipient: X25519.PublicKey, randomness: Randomness = .system,
        appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        throw .unavailable
    }

    /// Throws `unavailable`.
    package static func open(_ sealed: Span<UInt8>, with key: X25519.PrivateKey) throws(CryptoError) -> [UInt8] {
        throw .unavailable
    }
}
#endif
