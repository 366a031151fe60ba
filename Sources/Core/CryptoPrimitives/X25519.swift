/// Diffie-Hellman on Curve25519 (RFC 7748).
package enum X25519 {
    /// The size in bytes of a public key, a secret key and a shared secret.
    package static let byteCount = 32

    /// A public key: the u-coordinate of a point that is not of low order.
    package struct PublicKey: Sendable, Hashable {
        package let rawRepresentation: [UInt8]

        /// Creates a key from 32 bytes in the encoding of RFC 7748 §5; throws `lowOrderPoint` for points with which every key
        /// has the same all-zero shared secret.
        package init(_ bytes: Span<UInt8>) throws(CryptoError) {
            // Sealing and opening first create a public key or a `SecretMemory`, so libsodium is initialized here.
            try Backend.makeReady()
            guard bytes.count == X25519.byteCount else { throw .incorrectSize }
            rawRepresentation = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            guard !LowOrderPoint.contains(rawRepresentation) else { throw .lowOrderPoint }
        }

        fileprivate init(of secret: SecretMemory) {
            rawRepresentation = unsafe [UInt8](count: X25519.byteCount) { point in
                unsafe secret.withUnsafeBytes { unsafe X25519.computePublicKey(of: $0.start, into: point) }
            }
        }
    }

    /// A secret key in guarded memory, with its public key.
    package struct PrivateKey: Sendable {
        package let secret: SecretMemory
        /// The public key, always computed from the secret, never read from a file.
        package let publicKey: PublicKey

        /// Takes a secret of 32 bytes; it is clamped when used (RFC 7748 §5), not when stored.
        package init(_ secret: SecretMemory) throws(CryptoError) {
            guard secret.byteCount == X25519.byteCount else { throw .incorrectSize }
            self.secret = secret
            publicKey = PublicKey(of: secret)
        }

        package init(from randomness: Randomness = .system) throws(CryptoError) {
            try self.init(SecretMemory(randomByteCount: X25519.byteCount, from: randomness))
        }

        /// The secret that is shared with the holder of another key; throws `lowOrderPoint` if it is all zero.
        package func agreement(with other: PublicKey) throws(CryptoError) -> SecretMemory {
            try unsafe SecretMemory(byteCount: X25519.byteCount) { output throws(CryptoError) in
                try unsafe secret.withUnsafeBytes { secret throws(CryptoError) in
                    try unsafe X25519.agree(secret.start, with: other.rawRepresentation, into: output)
                }
            }
        }
    }
}
