package import CryptoPrimitives
public import StrictJSON

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

extension PublicKey where Role == DeviceRole {
    /// Takes the public key of a JWK (RFC 8037 §2), as a device registered it or as another program wrote it.
    ///
    /// - Throws: ``KeyError`` with `unexpectedSecret` for a JWK that holds one, `wrongRole` and `wrongState` for one of this
    ///   package that says another role than device or another state than active, `malformed`, `invalidKey`, `wrongCurve`
    ///   or `lowOrderPublicKey`.
    public init(jwk members: JSONObject) throws(KeyError) {
        try check(
            !members.contains("d") && !members.contains("k"), .unexpectedSecret,
            "the JWK holds a secret, which belongs to its owner alone")
        let key = try JWK(members: members, subject: "the JWK").key(JWK.Defaults(role: .device, created: 0))
        guard let publicKey = key.devicePublicKey else {
            throw KeyError(.wrongRole, "the JWK is a \(key.role.rawValue) key, not a device key")
        }
        try check(key.state == .active, .wrongState, "the JWK's key is \(key.state.name), not active")
        self = publicKey
    }
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

    /// The members of the JWK of a public key (RFC 8037 §2).
    var jwk: JSONObject {
        ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.string(encoding: rawRepresentation.span))]
    }
}
