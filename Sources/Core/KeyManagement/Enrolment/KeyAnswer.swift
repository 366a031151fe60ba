import CryptoPrimitives
public import StrictJSON

/// The third message of an enrolment: the proof that the device has the chain.
///
/// `{"sealedpush":"answer-v2","key":"…","answer":"…"}`
public struct KeyAnswer: KeyMessage {
    /// The kind of the message: `answer-v2`.
    public static let kind = "answer-v2"

    /// The device's key that the answer proves.
    package let key: Thumbprint
    /// `HMAC(chain[start], "sealedpush-chain-v1 answer")`; it proves the chain without revealing it.
    let proof: [UInt8]

    init(key: Thumbprint, proof: [UInt8]) { (self.key, self.proof) = (key, proof) }

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        key = try members.thumbprint("key")
        proof = try members.bytes("answer", count: SHA256.digestByteCount)
    }

    /// The members beside the kind: the key and the proof.
    public var members: JSONObject { ["key": .string(key.description), "answer": .base64URL(proof)] }
}

/// The fourth message of an enrolment: the proof that the provider has the chain too, and seals with it from now on.
///
/// `{"sealedpush":"confirmation-v2","key":"…","confirmation":"…"}`
public struct KeyConfirmation: KeyMessage {
    /// The kind of the message: `confirmation-v2`.
    public static let kind = "confirmation-v2"

    /// The device's key that is in use from now on.
    package let key: Thumbprint
    /// `HMAC(chain[start], "sealedpush-chain-v1 confirmation")`.
    let proof: [UInt8]

    init(key: Thumbprint, proof: [UInt8]) { (self.key, self.proof) = (key, proof) }

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        key = try members.thumbprint("key")
        proof = try members.bytes("confirmation", count: SHA256.digestByteCount)
    }

    /// The members beside the kind: the key and the proof.
    public var members: JSONObject { ["key": .string(key.description), "confirmation": .base64URL(proof)] }
}

extension Chain {
    /// The proof of the device, under the first link.
    var answer: [UInt8] { proof(" answer") }
    /// The proof of the provider, under the first link.
    var confirmation: [UInt8] { proof(" confirmation") }
}

extension SecretMemory {
    /// A copy of bytes that are not secret, or no longer.
    var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
