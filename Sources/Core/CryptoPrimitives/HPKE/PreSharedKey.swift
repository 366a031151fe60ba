extension HPKE {
    /// A key that both halves have beforehand, with its name: `psk` and `psk_id` of RFC 9180 §5.1.
    package enum PreSharedKey: Sendable {
        /// A key that is stored.
        case stored(SecretMemory, id: [UInt8])
        /// The key of a link of a chain, which is derived for one message and wiped after it.
        case link(KeyChain, at: UInt16)

        var id: [UInt8] {
            switch self {
            case .stored(_, let id): id
            case .link(let chain, let index): chain.keyID(at: index)
            }
        }

        /// Lends the bytes of a key, none without one; throws `erasedKey` for a link before the chain's first.
        static func withKey(
            of psk: PreSharedKey?, _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> Void
        ) throws(CryptoError) {
            switch psk {
            case nil: try unsafe body(.empty)
            case .stored(let key, _): try unsafe key.withUnsafeBytes(body)
            case .link(let chain, let index): try unsafe chain.withKey(at: index, body)
            }
        }
    }
}
