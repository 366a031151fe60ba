public import StrictJSON

/// The first message of an enrolment: a device offers its public key.
///
/// `{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"…"}}`
public struct KeyOffer: KeyMessage, Hashable {
    /// The kind of the message: `offer-v1`.
    public static let kind = "offer-v1"

    /// The key.
    public let key: DevicePublicKey

    init(_ key: DevicePublicKey) {
        self.key = key
    }

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongCurve`, `invalidKey`, `lowOrderPublicKey` or `unexpectedSecret`.
    public init(members: JSONObject) throws(KeyError) {
        guard let jwk = members["key"]?.objectValue else {
            throw KeyError(.malformed, "the offer has no member \"key\" that is a JWK")
        }
        try check(
            !jwk.contains("d") && !jwk.contains("k"), .unexpectedSecret,
            "the offer holds a secret key, which has leaked by that")
        key = DevicePublicKey(try JWK(members: jwk, subject: "the offered key").publicKey())
    }

    /// The members beside the kind: the JWK of the key.
    public var members: JSONObject { ["key": .object(key.point.jwk)] }
}
