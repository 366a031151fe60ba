@testable import CryptoPrimitives

extension X25519 {
    /// Returns the shared secret of a key and a point, for vectors.
    static func sharedSecret(_ key: PrivateKey, with point: Span<UInt8>) throws(CryptoError) -> SecretMemory {
        precondition(point.count == byteCount)
        return try SecretMemory(byteCount: byteCount) { output throws(CryptoError) in
            try key.secret.withUnsafeBytes { scalar throws(CryptoError) in
                try point.withUnsafeBytes { point throws(CryptoError) in
                    try agree(scalar.start, with: point.start, into: output)
                }
            }
        }
    }
}
