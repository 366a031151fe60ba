import CryptoPrimitives
import StrictJSON

/// The second message of an enrolment: a secret that only the holder of the offered key can read.
public struct KeyChallenge: Sendable, Hashable {
    private static let kind = "challenge-v1"
    static let secretByteCount = 32
    private static let sealedByteCount = HPKE.overhead + secretByteCount

    /// The device's key that the secret is sealed to.
    public let key: Thumbprint
    /// The provider's key that authenticates the challenge; nil without one.
    let sender: Thumbprint?
    /// `enc ‖ ciphertext ‖ tag`, 80 bytes.
    let sealed: [UInt8]

    /// Reads a challenge of at most 4096 bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(parsing bytes: [UInt8]) throws(KeyError) {
        let message = try EnrolmentMessage(Self.kind, parsing: bytes)
        key = try message.thumbprint("key")
        sender = try message.optionalThumbprint("from")
        sealed = try message.bytes("sealed", count: Self.sealedByteCount)
    }

    /// The message: `{"sealedpush":"challenge-v1","key":"…","from":"…","sealed":"…"}`.
    public func serialized() -> [UInt8] {
        var message: JSONObject = ["sealedpush": .string(Self.kind), "key": .string(key.description)]
        message["from"] = sender.map { .string($0.description) }
        message["sealed"] = .string(Base64URL.string(encoding: sealed.span))
        return message.serialized()
    }

    /// Seals a secret: HPKE with the context's `info` and the key's thumbprint as additional data.
    init(
        _ secret: [UInt8], to device: DevicePublicKey, from provider: ProviderKey?, context: EnrolmentContext
    ) throws(KeyError) {
        let info = try context.info()
        var sealed: [UInt8] = []
        try withKeyErrors(
            try HPKE.seal(
                secret.span, to: device.point, from: provider?.pair, info: info.span,
                authenticating: device.thumbprint.bytes, appendingTo: &sealed))
        key = device.thumbprint
        sender = provider?.publicKey.thumbprint
        self.sealed = sealed
    }

    func answer(
        with device: DeviceKey, from provider: ProviderPublicKey?, context: EnrolmentContext
    ) throws(KeyError) -> KeyAnswer {
        let info = try context.info()
        var secret: [UInt8]
        do throws(CryptoError) {
            secret = try HPKE.open(
                sealed.span, with: device.pair, from: provider?.point, info: info.span,
                authenticating: key.bytes)
        } catch {
            let reason = "the challenge does not open: another topic, audience or key, or it was changed on the way"
            throw KeyError(.cannotOpen, reason)
        }
        defer { secret.wipe() }
        return try KeyAnswer(to: self, secret: secret)
    }
}
