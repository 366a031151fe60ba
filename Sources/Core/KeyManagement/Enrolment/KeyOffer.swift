import CryptoPrimitives
public import StrictJSON

/// The first message of an enrolment: a device offers a new key, with fresh keys for the agreement on its chain.
///
/// `{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","x":"…"},"ephemeral":"…","mlkem768":"…","pinned":17}`
public struct KeyOffer: KeyMessage, Hashable {
    /// The kind of the message: `offer-v2`.
    public static let kind = "offer-v2"

    /// The key.
    package let key: DevicePublicKey
    /// The X25519 key of this offer, 32 bytes.
    let ephemeral: [UInt8]
    /// The ML-KEM-768 encapsulation key of this offer, 1184 bytes; nil where the device has none.
    let encapsulationKey: [UInt8]?
    /// The version of the provider's published set that the device has pinned.
    package let pinnedVersion: Int?

    init(_ key: DevicePublicKey, _ secrets: OfferSecrets, pinnedVersion: Int?) throws(KeyError) {
        (self.key, self.pinnedVersion) = (key, pinnedVersion)
        ephemeral = secrets.ephemeral.publicKey.rawRepresentation
        encapsulationKey =
            if let seed = secrets.seed { try withKeyErrors(try MLKEM768.publicKey(ofSeed: seed)) } else { nil }
    }

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongCurve`, `invalidKey` or `lowOrderPublicKey`.
    public init(members: JSONObject) throws(KeyError) {
        guard let jwk = members["key"]?.objectValue else {
            throw KeyError(.malformed, "the offer has no member \"key\" that is a JWK")
        }
        try jwk.requireNoSecret("the offer")
        key = DevicePublicKey(try JWK(members: jwk, subject: "the offered key").publicKey())
        ephemeral = try members.bytes("ephemeral", count: X25519.byteCount)
        encapsulationKey = try members.optionalBytes("mlkem768", count: MLKEM768.publicKeyByteCount)
        try check(
            encapsulationKey.map(MLKEM768.isValid) ?? true, .malformed,
            "member \"mlkem768\" of the message is not an ML-KEM-768 encapsulation key")
        pinnedVersion = try members.pinnedVersion
    }

    /// The members beside the kind: the JWK of the key, the keys of this offer, and the version.
    public var members: JSONObject {
        var members: JSONObject = ["key": .object(key.point.jwk), "ephemeral": .base64URL(ephemeral)]
        members["mlkem768"] = encapsulationKey.map(JSONValue.base64URL)
        members.setPinnedVersion(pinnedVersion)
        return members
    }
}
