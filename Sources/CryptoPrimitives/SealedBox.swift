/// libsodium's sealed box, `crypto_box_seal`: an anonymous message to a public key.
package enum SealedBox {
    static let tagByteCount = 16
    /// The size of a sealed box minus that of its message, in bytes: an ephemeral public key and a tag.
    package static let overhead = X25519.byteCount + tagByteCount
}
