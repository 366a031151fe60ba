import CryptoPrimitives
public import StrictJSON

/// The second message of an enrolment: a secret that only the holder of the offered key can read, and the provider's part of the agreement.
///
/// `{"sealedpush":"challenge-v2","key":"…","from":"…","ephemeral":"…","mlkem768":"…","start":20777,"lifetime":7,"sealed":"…"}`
public struct KeyChallenge: KeyMessage, Hashable {
    /// The kind of the message: `challenge-v2`.
    public static let kind = "challenge-v2"

    static let secretByteCount = 32
    private static let sealedByteCount = HPKE.overhead + secretByteCount

    /// The device's key that the secret is sealed to.
    package let key: Thumbprint
    /// The provider's key that authenticates the challenge.
    let sender: Thumbprint
    /// The provider's X25519 key of this challenge, 32 bytes.
    let ephemeral: [UInt8]
    /// The ML-KEM-768 ciphertext, 1088 bytes; nil where one half has none.
    let ciphertext: [UInt8]?
    /// The day of the chain's first link.
    let start: UInt16
    /// The longest life of a message, in days.
    let lifetime: UInt16
    /// `enc ‖ ciphertext ‖ tag`, 80 bytes.
    private(set) var sealed: [UInt8]

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        key = try members.thumbprint("key")
        sender = try members.thumbprint("from")
        ephemeral = try members.bytes("ephemeral", count: X25519.byteCount)
        ciphertext = try members.optionalBytes("mlkem768", count: MLKEM768.ciphertextByteCount)
        start = try members.wholeNumber("start")
        lifetime = try members.wholeNumber("lifetime")
        sealed = try members.bytes("sealed", count: Self.sealedByteCount)
    }

    /// The members beside the kind: the keys, the numbers and the sealed secret.
    public var members: JSONObject {
        var members: JSONObject = [
            "key": .string(key.description), "from": .string(sender.description), "ephemeral": .base64URL(ephemeral),
        ]
        members["mlkem768"] = ciphertext.map(JSONValue.base64URL)
        members["start"] = .number(JSONNumber(UInt32(start)))
        members["lifetime"] = .number(JSONNumber(UInt32(lifetime)))
        members["sealed"] = .base64URL(sealed)
        return members
    }
}

/// The values of an enrolment that are fresh, drawn from libsodium or CryptoKit; tests give those of a known answer.
package struct ChallengeRandomness: Sendable {
    let ephemeral: X25519.PrivateKey
    let secret: SecretMemory
    /// The randomness of HPKE's own ephemeral key.
    let hpke: Randomness
    /// The ciphertext and the secret in the place of a fresh encapsulation.
    let encapsulated: (ciphertext: [UInt8], sharedSecret: SecretMemory)?

    init(
        ephemeral: X25519.PrivateKey, secret: SecretMemory, hpke: Randomness = .system,
        encapsulated: (ciphertext: [UInt8], sharedSecret: SecretMemory)? = nil
    ) {
        (self.ephemeral, self.secret, self.hpke, self.encapsulated) = (ephemeral, secret, hpke, encapsulated)
    }

    init() throws(KeyError) {
        do throws(CryptoError) {
            self.init(
                ephemeral: try X25519.PrivateKey(),
                secret: try SecretMemory(randomByteCount: KeyChallenge.secretByteCount))
        } catch {
            throw KeyError(error)
        }
    }

    /// The ciphertext for an encapsulation key, and its secret; nil where one half has no ML-KEM-768.
    func encapsulation(
        to key: [UInt8]?
    ) throws(KeyError) -> (ciphertext: [UInt8], sharedSecret: SecretMemory)? {
        guard let key else { return nil }
        if let encapsulated { return encapsulated }
        return MLKEM768.isAvailable ? try withKeyErrors(try MLKEM768.encapsulate(to: key)) : nil
    }
}

extension KeyChallenge {
    /// Challenges the device of an offer, and returns the chain that follows from both.
    ///
    /// - Throws: ``KeyError`` with `cannotOpen` for keys of an offer that agree on zero.
    static func make(
        for offer: KeyOffer, from provider: ProviderKey, context: EnrolmentContext, start: UInt16, lifetime: Int,
        randomness: ChallengeRandomness
    ) throws(KeyError) -> (challenge: KeyChallenge, chain: Chain) {
        let agreement = try Self.agreement(of: randomness.ephemeral, with: offer.ephemeral)
        let encapsulated = try randomness.encapsulation(to: offer.encapsulationKey)
        var challenge = KeyChallenge(
            key: offer.key.thumbprint, sender: provider.publicKey.thumbprint,
            ephemeral: randomness.ephemeral.publicKey.rawRepresentation, ciphertext: encapsulated?.ciphertext,
            start: start, lifetime: UInt16(clamping: lifetime), sealed: [])
        let (info, aad) = (try context.info(), challenge.additionalData(for: offer))
        var sealed: [UInt8] = []
        do throws(CryptoError) {
            try randomness.secret.withBytes { secret throws(CryptoError) in
                try HPKE.seal(
                    secret, to: offer.key.point, from: provider.pair, info: info.slice.span, authenticating: aad,
                    randomness: randomness.hpke, appendingTo: &sealed)
            }
        } catch {
            throw KeyError(error)
        }
        challenge.sealed = sealed
        let chain = try challenge.chain(
            mixing: [randomness.secret, agreement, encapsulated?.sharedSecret], info: info, aad)
        return (challenge, chain)
    }

    /// Opens the challenge with the keys of the offer, and returns the chain that follows from both.
    ///
    /// - Throws: ``KeyError`` with `cannotOpen`.
    func open(
        _ offer: KeyOffer, _ secrets: OfferSecrets, with device: DeviceKey, from provider: ProviderPublicKey,
        context: EnrolmentContext
    ) throws(KeyError) -> Chain {
        let (info, aad) = (try context.info(), additionalData(for: offer))
        let secret: SecretMemory
        do throws(CryptoError) {
            var bytes = try HPKE.open(
                sealed.slice.span, with: device.pair, from: provider.point, info: info.slice.span, authenticating: aad)
            defer { bytes.wipe() }
            secret = try SecretMemory(copying: bytes.slice.span)
        } catch {
            throw KeyError(
                .cannotOpen,
                "the challenge does not open: another topic, audience, offer or key, or it was changed on the way")
        }
        let agreement = try Self.agreement(of: secrets.ephemeral, with: ephemeral)
        let shared: SecretMemory? =
            if let ciphertext, let seed = secrets.seed {
                try withKeyErrors(try MLKEM768.decapsulate(ciphertext, withSeed: seed))
            } else { nil }
        return try chain(mixing: [secret, agreement, shared], info: info, aad)
    }

    /// `thumbprint(D) ‖ thumbprint(S) ‖ pk(eD) ‖ pk(eP) ‖ h(ek) ‖ h(ct) ‖ u16(start) ‖ u16(lifetime)`, 196 bytes.
    private func additionalData(for offer: KeyOffer) -> [UInt8] {
        func hash(_ bytes: [UInt8]?) -> [UInt8] {
            bytes.map { SHA256.digest(of: $0.slice.span) } ?? [UInt8](repeating: 0, count: SHA256.digestByteCount)
        }
        return key.bytes + sender.bytes + offer.ephemeral + ephemeral + hash(offer.encapsulationKey) + hash(ciphertext)
            + bigEndian(start) + bigEndian(lifetime)
    }

    /// Makes the first link.
    ///
    /// `chain[start] = HMAC(SHA-256("sealedpush-enrolment-v2 transcript" ‖ u16(length of info) ‖ info ‖ aad ‖ sealed), secret ‖ ee ‖ ss)`
    private func chain(mixing secrets: [SecretMemory?], info: [UInt8], _ aad: [UInt8]) throws(KeyError) -> Chain {
        let start = Array("sealedpush-enrolment-v2 transcript".utf8) + bigEndian(UInt16(clamping: info.count))
        let transcript = start + info + aad + sealed
        return try Chain(
            mixing: secrets, transcript: SHA256.digest(of: transcript.slice.span), day: self.start,
            lifetime: Int(lifetime), isPostQuantum: ciphertext != nil)
    }

    private static func agreement(of own: X25519.PrivateKey, with other: [UInt8]) throws(KeyError) -> SecretMemory {
        do throws(CryptoError) {
            return try own.agreement(with: X25519.PublicKey(other.slice.span))
        } catch .lowOrderPoint {
            throw KeyError(.cannotOpen, "the keys of offer and challenge agree on a secret of zeros")
        } catch {
            throw KeyError(error)
        }
    }

    private func bigEndian(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    private init(
        key: Thumbprint, sender: Thumbprint, ephemeral: [UInt8], ciphertext: [UInt8]?, start: UInt16, lifetime: UInt16,
        sealed: [UInt8]
    ) {
        (self.key, self.sender, self.ephemeral, self.ciphertext) = (key, sender, ephemeral, ciphertext)
        (self.start, self.lifetime, self.sealed) = (start, lifetime, sealed)
    }
}
