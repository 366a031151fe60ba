public import StrictJSON

/// The first message of an enrolment: a device offers its public key.
///
/// `{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"…"},"pinned":17}`
public struct KeyOffer: KeyMessage, Hashable {
    /// The kind of the message: `offer-v1`.
    public static let kind = "offer-v1"

    /// The key.
    public let key: DevicePublicKey
    /// The version of the provider's published set that the device has pinned.
    public let pinnedVersion: Int?

    init(_ key: DevicePublicKey, pinnedVersion: Int?) {
        (self.key, self.pinnedVersion) = (key, pinnedVersion)
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
        pinnedVersion = try members.pinnedVersion
    }

    /// The members beside the kind: the JWK of the key, and the version.
    public var members: JSONObject {
        var members: JSONObject = ["key": .object(key.point.jwk)]
        members.setPinnedVersion(pinnedVersion)
        return members
    }
}
