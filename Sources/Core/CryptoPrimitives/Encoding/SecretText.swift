/// Text in guarded memory that contains secrets in base64url between plain parts, such as a private JWK.
package enum SecretText {
    package enum Piece: Sendable {
        case plain([UInt8])
        /// A secret that is copied unchanged.
        case secret(SecretMemory)
        /// A secret that is encoded as unpadded base64url.
        case base64URL(SecretMemory)

        package static func plain(_ text: String) -> Piece { .plain(Array(text.utf8)) }

        fileprivate var byteCount: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .secret(let secret): secret.byteCount
            case .base64URL(let secret): Base64URL.encodedCount(of: secret.byteCount)
            }
        }
    }

    /// Joins the pieces in guarded memory, without any other copy of a secret.
    package static func joining(_ pieces: [Piece]) throws(CryptoError) -> SecretMemory {
        try unsafe SecretMemory(byteCount: pieces.reduce(0) { $0 + $1.byteCount }) { output in
            var offset = 0
            for piece in pieces {
                let part = unsafe output.part(offset, piece.byteCount)
                switch piece {
                case .plain(let bytes): unsafe part.copyBytes(from: bytes)
                case .secret(let secret): unsafe secret.withUnsafeBytes { unsafe part.copyMemory(from: $0) }
                case .base64URL(let secret):
                    unsafe secret.withUnsafeBytes { unsafe Base64.encode($0, into: part, .unpaddedURL) }
                }
                offset += part.count
            }
        }
    }
}
