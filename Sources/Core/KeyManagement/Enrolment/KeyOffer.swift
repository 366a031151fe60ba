import StrictJSON

/// The first message of an enrolment: a device offers its public key.
public struct KeyOffer: Sendable, Hashable, Codable {
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
        try self.init(EnrolmentMessage(Self.kind, parsing: bytes))
    }

    /// Reads the message as a part of another value; an error of the message itself is a ``KeyError``.
    public init(from decoder: any Decoder) throws {
        try self.init(EnrolmentMessage(Self.kind, from: decoder))
    }

    /// Writes the same JSON object as ``serialized()``.
    public func encode(to encoder: any Encoder) throws {
        try members.encode(to: encoder)
    }

    private init(_ message: EnrolmentMessage) throws(KeyError) {
        guard let members = message.members["key"]?.objectValue else {
            throw KeyError(.malformed, "the offer has no member \"key\" that is a JWK")
        }
        try check(
            !members.contains("d") && !members.contains("k"), .unexpectedSecret,
            "the offer holds a secret key, which has leaked by that")
        key = DevicePublicKey(try JWK(members: members, subject: "the offered key").publicKey())
    }

    /// The message: `{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"…"}}`.
    public func serialized() -> [UInt8] { members.serialized() }

    private var members: JSONObject { ["sealedpush": .string(Self.kind), "key": .object(key.point.jwk)] }
}
