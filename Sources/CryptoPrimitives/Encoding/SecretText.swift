/// Text in guarded memory that contains secrets in base64url between plain parts, such as a private JWK.
package enum SecretText {
    /// A part of such a text.
    package enum Piece: Sendable {
        /// Bytes that are copied unchanged.
        case plain([UInt8])
        /// A secret that is copied unchanged.
        case secret(SecretMemory)
        /// A secret that is encoded as unpadded base64url.
        case base64URL(SecretMemory)

        /// Creates a piece of plain text.
        package static func plain(_ text: String) -> Piece { .plain(Array(text.utf8)) }

        var byteCount: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .secret(let secret): secret.byteCount
            case .base64URL(let secret): Base64URL.encodedCount(of: secret.byteCount)
            }
        }
    }

    /// Joins the pieces in guarded memory, without any other copy of a secret.
    ///
    /// - Throws: `CryptoError.outOfSecretMemory`.
    package static func joining(_ pieces: [Piece]) throws(CryptoError) -> SecretMemory {
        let byteCount = pieces.reduce(0) { $0 + $1.byteCount }
        return try unsafe SecretMemory(byteCount: byteCount) { output in
            var offset = 0
            for piece in pieces {
                switch piece {
                case .plain(let bytes):
                    unsafe bytes.withUnsafeBytes { unsafe output.part(offset, bytes.count).copyMemory(from: $0) }
                case .secret(let secret):
                    unsafe secret.withUnsafeBytes { bytes in
                        unsafe output.part(offset, secret.byteCount).copyMemory(
                            from: UnsafeRawBufferPointer(start: bytes, count: secret.byteCount))
                    }
                case .base64URL(let secret):
                    unsafe secret.withUnsafeBytes { bytes in
                        unsafe Base64URL.encode(
                            UnsafeRawBufferPointer(start: bytes, count: secret.byteCount),
                            into: output.part(offset, piece.byteCount))
                    }
                }
                offset += piece.byteCount
            }
        }
    }
}
