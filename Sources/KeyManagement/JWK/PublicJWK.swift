import SodiumCrypto
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
