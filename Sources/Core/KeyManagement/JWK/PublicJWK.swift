import CryptoPrimitives
import Platform
public import StrictJSON

extension Key {
    /// The JWK of the public half (RFC 8037 §2), as any JWK library reads it; nil for a symmetric key, which has none.
    public var publicJWK: JSONObject? {
        guard var jwk = point?.jwk else { return nil }
        jwk["use"] = "enc"
        jwk["kid"] = .string(thumbprint.description)
        return jwk
    }
}

extension Keyring {
    /// Returns the JWK Set of the public halves as UTF-8 text, to publish or to send; it is what `NAME.pub.jwks` contains.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for shared keys, which have no public half, or `noKey` for an empty keyring.
    public func publicJWKSet() throws(KeyError) -> [UInt8] {
        try publicHalf().text().withBytes { text in text.indices.map { text[$0] } }
    }

    /// Reads a keyring that its owner has published, from the UTF-8 text of ``publicJWKSet()``, to pin it.
    ///
    /// - Throws: ``KeyError`` with `unexpectedSecret` for a set that holds one, `malformed` and the other codes of a wrong file.
    public init(publicJWKSet text: [UInt8], name: UTF8Text) throws(KeyError) {
        self = try Keyring(KeyringText(copying: text.slice.span), name: name)
        try check(!holdsSecrets, .unexpectedSecret, "the JWK Set holds a secret, which belongs to its owner alone")
    }
}

extension PublicKey where Role == DeviceRole {
    /// Takes the public key of a JWK (RFC 8037 §2), as a device registered it or as another program wrote it.
    ///
    /// - Throws: ``KeyError`` with `unexpectedSecret` for a JWK that holds one, `wrongRole` or `wrongState` for one that says
    ///   another role than device or state than active, `malformed`, `invalidKey`, `wrongCurve` or `lowOrderPublicKey`.
    public init(jwk members: JSONObject) throws(KeyError) {
        try check(
            !members.contains("d") && !members.contains("k"), .unexpectedSecret,
            "the JWK holds a secret, which belongs to its owner alone")
        let key = try JWK(members: members, subject: "the JWK").key(
            JWK.Defaults(role: .device, created: Date(unixTime: 0)))
        guard let publicKey = key.devicePublicKey else {
            throw KeyError(.wrongRole, "the JWK is a \(key.role.rawValue) key, not a device key")
        }
        try check(key.state == .active, .wrongState, "the JWK's key is \(key.state.name), not active")
        self = publicKey
    }
}

extension X25519.PublicKey {
    var jwk: JSONObject {
        ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.string(encoding: rawRepresentation.slice.span))]
    }
}
