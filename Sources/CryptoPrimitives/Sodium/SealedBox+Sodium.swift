#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension SealedBox {
    package static let isAvailable = true

    /// Appends `ephemeral public key ‖ box`, 48 bytes more than the message.
    ///
    /// The steps are those of `crypto_box_seal`, performed separately so that known-answer tests can choose the ephemeral
    /// key. `crypto_box_seal_open` opens the result, in every language.
    package static func seal(
        _ message: Span<UInt8>, to recipient: X25519.PublicKey, randomness: Randomness = .system,
        appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        try unsafe output.append(count: overhead + message.count) { output throws(CryptoError) in
            let status = unsafe withSecretScratch(byteCount: X25519.byteCount) { secret in
                unsafe randomness.fill(secret)
                let ephemeral = unsafe output.part(0, X25519.byteCount)
                unsafe X25519.computePublicKey(of: secret.start, into: ephemeral)
                let nonce = unsafe Self.nonce(of: Array(ephemeral) + recipient.rawRepresentation)
                return unsafe message.withUnsafeBytes { message in
                    unsafe crypto_box_easy(
                        output.start + X25519.byteCount, message.start, UInt64(message.count),
                        nonce, recipient.rawRepresentation, secret.start
                    )
                }
            }
            guard status == 0 else { throw .lowOrderPoint }
        }
    }

    /// Returns the message inside a sealed box; throws `incorrectSize` or `authenticationFailure`.
    package static func open(_ sealed: Span<UInt8>, with key: X25519.PrivateKey) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= overhead else { throw .incorrectSize }
        return try unsafe [UInt8](count: sealed.count - overhead) { output throws(CryptoError) in
            let status = unsafe key.secret.withUnsafeBytes { secret in
                unsafe sealed.withUnsafeBytes { sealed in
                    unsafe crypto_box_seal_open(
                        output.start, sealed.start, UInt64(sealed.count), key.publicKey.rawRepresentation, secret.start
                    )
                }
            }
            guard status == 0 else { throw .authenticationFailure }
        }
    }

    /// Returns BLAKE2b-192 of both public keys, the nonce of `crypto_box_seal`.
    private static func nonce(of keys: [UInt8]) -> [UInt8] {
        unsafe [UInt8](count: Int(crypto_box_NONCEBYTES)) { nonce in
            _ = unsafe crypto_generichash(nonce.start, nonce.count, keys, UInt64(keys.count), nil, 0)
        }
    }
}
#endif
