package import CryptoPrimitives

/// The public half of an X25519 pair.
public struct PublicKey<Role: KeyPairRole>: Sendable, Hashable, CustomStringConvertible {
    /// The point itself.
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

    /// Takes a point, and its thumbprint where that is known already.
    package init(_ point: X25519.PublicKey, thumbprint: Thumbprint? = nil) {
        self.point = point
        self.thumbprint = thumbprint ?? Thumbprint(of: point)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) public key \(id)" }
}

extension X25519.PublicKey {
    /// Takes the 32 bytes of a key.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey` for a point of low order.
    init(keyBytes bytes: [UInt8]) throws(KeyError) {
        try check(
            bytes.count == X25519.byteCount, .invalidKey,
            "expected \(X25519.byteCount) bytes for an X25519 public key, found \(bytes.count)")
        self = try withKeyErrors(try X25519.PublicKey(bytes.span))
    }
}
