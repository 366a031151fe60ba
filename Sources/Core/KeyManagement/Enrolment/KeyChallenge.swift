import CryptoPrimitives
public import StrictJSON

/// The second message of an enrolment: a secret that only the holder of the offered key can read.
///
/// `{"sealedpush":"challenge-v1","key":"…","from":"…","sealed":"…"}`
public struct KeyChallenge: KeyMessage, Hashable {
    /// The kind of the message: `challenge-v1`.
    public static let kind = "challenge-v1"

    static let secretByteCount = 32
    private static let sealedByteCount = HPKE.overhead + secretByteCount

    /// The device's key that the secret is sealed to.
    public let key: Thumbprint
    /// The provider's key that authenticates the challenge; nil without one.
    let sender: Thumbprint?
    /// `enc ‖ ciphertext ‖ tag`, 80 bytes.
    let sealed: [UInt8]

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        key = try members.thumbprint("key")
        sender = try members.optionalThumbprint("from")
        sealed = try members.bytes("sealed", count: Self.sealedByteCount)
    }

    /// The members beside the kind: the keys and the sealed secret.
    public var members: JSONObject {
        var members: JSONObject = ["key": .string(key.description)]
        members["from"] = sender.map { .string($0.description) }
        members["sealed"] = .string(Base64URL.string(encoding: sealed.slice.span))
        return members
    }

    /// Seals a secret: HPKE with the context's `info` and the key's thumbprint as additional data.
    init(
        _ secret: [UInt8], to device: DevicePublicKey, from provider: ProviderKey?, context: EnrolmentContext
    ) throws(KeyError) {
        let info = try context.info()
        var sealed: [UInt8] = []
        try withKeyErrors(
            try HPKE.seal(
                secret.slice.span, to: device.point, from: provider?.pair, info: info.slice.span,
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
                sealed.slice.span, with: device.pair, from: provider?.point, info: info.slice.span,
                authenticating: key.bytes)
        } catch {
            let reason = "the challenge does not open: another topic, audience or key, or it was changed on the way"
            throw KeyError(.cannotOpen, reason)
        }
        defer { secret.wipe() }
        return try KeyAnswer(to: self, secret: secret)
    }
}
