/// Argon2id 1.3 with one lane (RFC 9106; libsodium's `crypto_pwhash`): derives a key from a passphrase at a high cost.
package enum Argon2id {
    package static let saltByteCount = 16
    package static let minimumPasses = 1
    package static let minimumMemoryByteCount = 8192
}
