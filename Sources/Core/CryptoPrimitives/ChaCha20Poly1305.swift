/// ChaCha20-Poly1305 with a 12-byte nonce (RFC 8439), the AEAD of the HPKE suites.
enum ChaCha20Poly1305 {
    static let keyByteCount = 32
    static let nonceByteCount = 12
    static let tagByteCount = 16
}
