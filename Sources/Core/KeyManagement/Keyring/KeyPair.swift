package import CryptoPrimitives
import StrictJSON

/// The public half of an X25519 pair.
public struct PublicKey<Role: KeyPairRole>: Sendable, Hashable, CustomStringConvertible {
    package let point: X25519.PublicKey
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// The 32 bytes of the key, as they go into a database column.
    public var rawRepresentation: [UInt8] { point.rawRepresentation }

    /// Takes the 32 bytes of a key.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey` for a point of low order.
    public init(rawRepresentation bytes: some Sequence<UInt8>) throws(KeyError) {
        self.init(try X25519.PublicKey(keyBytes: Array(bytes)))
    }

    package init(_ point: X25519.PublicKey, thumbprint: Thumbprint? = nil) {
        self.point = point
        self.thumbprint = thumbprint ?? Thumbprint(of: point)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) public key \(id)" }
}

/// An X25519 pair; its secret half is in guarded memory and is never printed, compared or encoded.
public struct PrivateKey<Role: KeyPairRole>: Sendable, CustomStringConvertible {
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

    package init(_ pair: X25519.PrivateKey, thumbprint: Thumbprint? = nil) {
        self.pair = pair
        publicKey = PublicKey(pair.publicKey, thumbprint: thumbprint)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) key \(id)" }
}

extension X25519.PublicKey {
    init(keyBytes bytes: [UInt8]) throws(KeyError) {
        try check(
            bytes.count == X25519.byteCount, .invalidKey,
            "expected \(X25519.byteCount) bytes for an X25519 public key, found \(bytes.count)")
        self = try withKeyErrors(try X25519.PublicKey(bytes.slice.span))
    }
}
