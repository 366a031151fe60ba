import CryptoPrimitives
public import StrictJSON

extension Key {
    /// The JWK of the public half (RFC 8037 §2), as any JWK library reads it; nil for a symmetric key, which has none.
    public var publicJWK: JSONObject? {
        guard let point = devicePublicKey?.rawRepresentation ?? providerPublicKey?.rawRepresentation else { return nil }
        return [
            "kty": "OKP", "crv": "X25519", "x": .string(Base64URL.string(encoding: point.span)), "use": "enc",
            "kid": .string(thumbprint.description),
        ]
    }
}

extension PublicKey where Role == DeviceRole {
    /// Takes the public key of a JWK (RFC 8037 §2), as a device registered it or as another program wrote it.
    ///
    /// - Throws: ``KeyError`` with `unexpectedSecret` for a JWK that holds one, `wrongRole` and `wrongState` for one of this
    ///   package that says another role than device or another state than active, `malformed`, `invalidKey`, `wrongCurve`
    ///   or `lowOrderPublicKey`.
    public init(jwk members: JSONObject) throws(KeyError) {
        guard !members.contains("d"), !members.contains("k") else {
            throw KeyError(.unexpectedSecret, "the JWK holds a secret, which belongs to its owner alone")
        }
        let key = try JWK(members: members, place: "the JWK")
            .key(JWK.Defaults(role: .device, created: 0))
        guard let publicKey = key.devicePublicKey else {
            throw KeyError(.wrongRole, "the JWK is a \(key.role.rawValue) key, not a device key")
        }
        guard key.state == .active else {
            throw KeyError(.wrongState, "the JWK's key is \(key.state.name), not active")
        }
        self = publicKey
    }
}
