import CryptoPrimitives
import StrictJSON

/// The third message of an enrolment: the proof that the device could read the challenge.
public struct KeyAnswer: Sendable, Codable {
    private static let kind = "answer-v1"

    /// The device's key that the answer proves.
    public let key: Thumbprint
    /// HKDF-SHA-256 of the challenge's secret, without salt, `info` = `"sealedpush-enrolment-v1 answer" ‖ sealed`, 32 bytes.
    private let proof: [UInt8]

    /// Reads an answer of at most 4096 bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
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
        key = try message.thumbprint("key")
        proof = try message.bytes("answer", count: SHA256.digestByteCount)
    }

    /// The message: `{"sealedpush":"answer-v1","key":"…","answer":"…"}`.
    public func serialized() -> [UInt8] { members.serialized() }

    private var members: JSONObject {
        [
            "sealedpush": .string(Self.kind), "key": .string(key.description),
            "answer": .string(Base64URL.string(encoding: proof.slice.span)),
        ]
    }

    init(to challenge: KeyChallenge, secret: [UInt8]) throws(KeyError) {
        key = challenge.key
        let info = Array("sealedpush-enrolment-v1 answer".utf8) + challenge.sealed
        // Not secret from here on: it is sent to the provider, and proves without revealing.
        proof = try withKeyErrors(
            try HKDF.deriveKey(
                inputKeyMaterial: secret.slice.span, salt: Span(), info: info.slice.span,
                outputByteCount: SHA256.digestByteCount)
        ).bytes
    }

    /// The SHA-256 of the answer, which a registration keeps while it waits; the answer cannot be made from it.
    var digest: [UInt8] { SHA256.digest(of: proof.slice.span) }
}

extension SecretMemory {
    /// A copy of bytes that are not secret, or no longer.
    var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
