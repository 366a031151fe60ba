/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), whose 24-byte nonce is long enough to be chosen at random.
package enum XChaCha20Poly1305 {
    package static let keyByteCount = 32
    package static let nonceByteCount = 24
    package static let tagByteCount = 16

    /// Appends `nonce ‖ ciphertext ‖ tag`, 40 bytes more than the message, with a nonce from `randomness`.
    package static func seal(
        _ message: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8],
        randomness: Randomness = .system, appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        guard key.byteCount == keyByteCount else { throw .incorrectSize }
        try unsafe output.append(count: nonceByteCount + message.count + tagByteCount) { output throws(CryptoError) in
            let nonce = unsafe output.part(0, nonceByteCount)
            unsafe randomness.fill(nonce)
            try unsafe key.withUnsafeBytes { key throws(CryptoError) in
                try unsafe message.withUnsafeBytes { message throws(CryptoError) in
                    try unsafe encrypt(
                        message, key: key, nonce: UnsafeRawBufferPointer(nonce), additionalData,
                        into: output.part(nonceByteCount, message.count + tagByteCount))
                }
            }
        }
    }

    /// Returns the message inside `nonce ‖ ciphertext ‖ tag`; throws `incorrectSize` or `authenticationFailure`.
    package static func open(
        _ sealed: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try unsafe [UInt8](count: messageByteCount(in: sealed, using: key)) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
    }

    /// Returns a message that is a secret itself in guarded memory; throws `incorrectSize` also for an empty one.
    package static func openSecret(
        _ sealed: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> SecretMemory {
        try unsafe SecretMemory(byteCount: messageByteCount(in: sealed, using: key)) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
    }

    private static func messageByteCount(in sealed: Span<UInt8>, using key: SecretMemory) throws(CryptoError) -> Int {
        guard key.byteCount == keyByteCount, sealed.count >= nonceByteCount + tagByteCount else { throw .incorrectSize }
        return sealed.count - nonceByteCount - tagByteCount
    }

    private static func open(
        _ sealed: Span<UInt8>, using key: SecretMemory, _ additionalData: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try unsafe key.withUnsafeBytes { key throws(CryptoError) in
            try unsafe sealed.withUnsafeBytes { sealed throws(CryptoError) in
                try unsafe decrypt(
                    UnsafeRawBufferPointer(rebasing: sealed[nonceByteCount...]), key: key,
                    nonce: UnsafeRawBufferPointer(rebasing: sealed[..<nonceByteCount]), additionalData, into: output)
            }
        }
    }
}
