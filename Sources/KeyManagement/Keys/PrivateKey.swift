package import CryptoPrimitives

/// An X25519 pair; its secret half lies in guarded memory and is never printed, compared or encoded.
public struct PrivateKey<Role: KeyPairRole>: Sendable, CustomStringConvertible {
    /// The pair itself.
    package let pair: X25519.PrivateKey
    /// The public half.
    public let publicKey: PublicKey<Role>

    /// The name of the key in envelopes.
    public var id: KeyID { publicKey.id }

    /// Makes a new pair.
    ///
    /// - Throws: ``KeyError`` with `unavailable` when guarded memory is not to be had.
    public init() throws(KeyError) {
        do throws(CryptoError) {
            self.init(try X25519.PrivateKey())
        } catch {
            throw KeyError(error)
        }
    }

    package init(_ pair: X25519.PrivateKey) {
        self.pair = pair
        publicKey = PublicKey(pair.publicKey)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) key \(id)" }
}
