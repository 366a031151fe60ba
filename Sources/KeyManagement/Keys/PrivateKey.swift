package import CryptoPrimitives

/// An X25519 pair; its secret half is in guarded memory and is never printed, compared or encoded.
public struct PrivateKey<Role: KeyPairRole>: Sendable, CustomStringConvertible {
    /// The pair itself.
    package let pair: X25519.PrivateKey
    /// The public half.
    public let publicKey: PublicKey<Role>

    /// The name of the key in envelopes.
    public var id: KeyID { publicKey.id }

    /// Makes a new pair.
    ///
    /// - Throws: ``KeyError`` with `unavailable` without guarded memory.
    public init() throws(KeyError) {
        self.init(try withKeyErrors(try X25519.PrivateKey()))
    }

    /// Takes a pair, and its thumbprint where that is known already.
    package init(_ pair: X25519.PrivateKey, thumbprint: Thumbprint? = nil) {
        self.pair = pair
        publicKey = PublicKey(pair.publicKey, thumbprint: thumbprint)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) key \(id)" }
}
