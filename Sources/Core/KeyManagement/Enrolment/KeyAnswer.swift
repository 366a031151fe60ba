import CryptoPrimitives
public import StrictJSON

/// The third message of an enrolment: the proof that the device could read the challenge.
///
/// `{"sealedpush":"answer-v1","key":"…","answer":"…"}`
public struct KeyAnswer: KeyMessage {
    /// The kind of the message: `answer-v1`.
    public static let kind = "answer-v1"

    /// The device's key that the answer proves.
    public let key: Thumbprint
    /// HKDF-SHA-256 of the challenge's secret, without salt, `info` = `"sealedpush-enrolment-v1 answer" ‖ sealed`, 32 bytes.
    private let proof: [UInt8]

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        key = try members.thumbprint("key")
        proof = try members.bytes("answer", count: SHA256.digestByteCount)
    }

    /// The members beside the kind: the key and the proof.
    public var members: JSONObject {
        [
            "key": .string(key.description),
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
