/// The STREAM construction of age over ChaCha20-Poly1305, for files that are sealed and opened in chunks (Documentation/attachments.md §2).
package struct ChunkCipher: Sendable {
    package static let keyByteCount = 32
    /// The size of each chunk but the last one, in bytes; a sealed chunk has a tag more.
    package static let chunkByteCount = 65_536
    package static let tagByteCount = ChaCha20Poly1305.tagByteCount

    private let key: SecretMemory

    /// Derives the key of the chunks by HKDF-SHA-256 with an empty salt.
    package init(key: SecretMemory, info: StaticString) throws(CryptoError) {
        guard key.byteCount == Self.keyByteCount else { throw .incorrectSize }
        let info = Array("\(info)".utf8)[...]
        let salt: ArraySlice<UInt8> = []
        self.key = try key.withBytes { bytes throws(CryptoError) in
            try HKDF.deriveKey(
                inputKeyMaterial: bytes, salt: salt.span, info: info.span,
                outputByteCount: ChaCha20Poly1305.keyByteCount)
        }
    }

    /// Appends a sealed chunk; each index and each key is used once.
    package func seal(
        _ chunk: Span<UInt8>, index: UInt64, isLast: Bool, appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        try unsafe output.append(count: chunk.count + Self.tagByteCount) { output throws(CryptoError) in
            try unsafe chunk.withUnsafeBytes { chunk throws(CryptoError) in
                try unsafe key.withUnsafeBytes { key throws(CryptoError) in
                    try unsafe ChaCha20Poly1305.seal(
                        chunk, key: key.start, nonce: Self.nonce(index, isLast), additionalData: [], into: output)
                }
            }
        }
    }

    /// Appends the bytes of a chunk; throws `authenticationFailure`, also for another index and another last flag.
    package func open(
        _ sealed: Span<UInt8>, index: UInt64, isLast: Bool, appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        guard sealed.count >= Self.tagByteCount else { throw .incorrectSize }
        try unsafe output.append(count: sealed.count - Self.tagByteCount) { output throws(CryptoError) in
            try unsafe sealed.withUnsafeBytes { sealed throws(CryptoError) in
                try unsafe key.withUnsafeBytes { key throws(CryptoError) in
                    try unsafe ChaCha20Poly1305.open(
                        sealed, key: key.start, nonce: Self.nonce(index, isLast), additionalData: [], into: output)
                }
            }
        }
    }

    /// The index in 11 bytes, most significant first, and 1 for the last chunk, else 0.
    private static func nonce(_ index: UInt64, _ isLast: Bool) -> [UInt8] {
        [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: index >> (56 - 8 * $0)) } + [isLast ? 1 : 0]
    }
}
