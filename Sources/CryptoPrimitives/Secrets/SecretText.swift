/// Text in guarded memory that holds secrets in base64url between plain parts, such as a private JWK.
package enum SecretText {
    /// A part of such a text.
    package enum Piece: Sendable {
        /// Bytes that stand in the text as they are.
        case plain([UInt8])
        /// A secret that stands in the text as unpadded base64url.
        case base64URL(SecretMemory)

        /// A piece of plain text.
        package static func plain(_ text: String) -> Piece { .plain(Array(text.utf8)) }

        var byteCount: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .base64URL(let secret): Base64URL.encodedCount(of: secret.byteCount)
            }
        }
    }

    /// Joins the pieces in guarded memory, without a copy of a secret anywhere else.
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
