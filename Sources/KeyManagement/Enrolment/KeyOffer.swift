import StrictJSON

/// The first message of an enrolment: a device offers its public key.
public struct KeyOffer: Sendable, Hashable {
    private static let kind = "offer-v1"

    /// The key.
    public let key: DevicePublicKey

    init(_ key: DevicePublicKey) {
        self.key = key
    }

    /// Reads an offer of at most 4096 bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongCurve`, `invalidKey`, `lowOrderPublicKey` or `unexpectedSecret`.
    public init(parsing bytes: [UInt8]) throws(KeyError) {
        let message = try EnrolmentMessage(Self.kind, parsing: bytes)
        guard let members = message.members["key"]?.objectValue else {
            throw KeyError(.malformed, "the offer has no member \"key\" that is a JWK")
        }
        try check(
            !members.contains("d") && !members.contains("k"), .unexpectedSecret,
            "the offer holds a secret key, which has leaked by that")
        key = DevicePublicKey(try JWK(members: members, subject: "the offered key").publicKey())
    }

    /// The message: `{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"…"}}`.
    public func serialized() -> [UInt8] {
        let message: JSONObject = ["sealedpush": .string(Self.kind), "key": .object(key.point.jwk)]
        return message.serialized()
    }
}
