import CryptoPrimitives
import StrictJSON

/// The key that protects a keyring's file, derived from a passphrase, with the cost and salt of its derivation.
struct Protection: Sendable {
    static let kind = "argon2id-xchacha20poly1305"

    private let cost: PassphraseCost
    private let salt: [UInt8]
    private let key: SecretMemory

    /// Derives a key from a passphrase, with a new salt unless the one of a file is given.
    init(
        _ passphrase: Passphrase, cost: PassphraseCost,
        salt: [UInt8] = Randomness.system.bytes(count: Argon2id.saltByteCount)
    ) throws(KeyError) {
        try Passphrase.requireSupport()
        self.cost = cost
        self.salt = salt
        key = try withKeyErrors(
            try Argon2id.deriveKey(
                passphrase: passphrase.memory, salt: salt, passes: cost.passes,
                memoryByteCount: cost.memoryByteCount, outputByteCount: XChaCha20Poly1305.keyByteCount))
    }

    /// The end of a protected keyring, behind the sealed text.
    static let end = "\"}\n"

    /// `"sealedpush-keyring-v1"` and the bytes of the file before the sealed text: the public halves, the name, the role, and
    /// the cost and salt of the derivation.
    private static func additionalData(_ start: Span<UInt8>) -> [UInt8] {
        Array("sealedpush-keyring-v1".utf8) + start.indices.map { start[$0] }
    }

    /// Seals the text of a keyring behind its public halves, with a new nonce each time.
    func seal(_ text: SecretMemory, of keyring: Keyring) throws(KeyError) -> SecretMemory {
        let start = KeySetWriter.start(
            of: keyring,
            KeySetWriter.life(of: keyring) + [
                "role": .string(keyring.role.rawValue), "name": .string(keyring.name.string),
                "protection": .string(Self.kind), "passes": .number(JSONNumber(cost.passes)),
                "memory": .number(JSONNumber(cost.memoryByteCount)),
                "salt": .string(Base64URL.string(encoding: salt.slice.span)),
            ])
        do throws(CryptoError) {
            var sealed: [UInt8] = []
            try text.withBytes { text throws(CryptoError) in
                try XChaCha20Poly1305.seal(
                    text, using: key, authenticating: Self.additionalData(start.slice.span), appendingTo: &sealed)
            }
            var output = start
            Base64URL.encode(sealed.slice.span, appendingTo: &output)
            return try SecretMemory(copying: (output + Array(Self.end.utf8)).slice.span)
        } catch {
            throw KeyError(error)
        }
    }

    static func isProtected(_ members: JSONObject) -> Bool {
        members[JWK.lifeMember]?.objectValue?.contains("protection") ?? false
    }

    /// Opens a sealed text with the key that is known for its cost and salt, or with one derived from its passphrase.
    static func open(
        _ text: Span<UInt8>, behind start: Span<UInt8>, _ members: JSONObject, name: UTF8Text,
        passphrase: PassphraseSource?, known: Protection?
    ) throws(KeyError) -> (text: SecretMemory, protection: Protection) {
        let life = members[JWK.lifeMember]?.objectValue ?? JSONObject()
        try check(
            life["protection"] == .string(kind), .malformed,
            "keyring \(name) is protected in a way that this version does not know")
        guard let passes = life["passes"]?.numberValue?.int, let memory = life["memory"]?.numberValue?.int,
            let saltText = life["salt"]?.stringValue,
            let salt = Base64URL.decode(ContiguousArray(saltText.utf8).span), salt.count == Argon2id.saltByteCount,
            let sealed = Base64URL.decode(text)
        else {
            throw KeyError(.malformed, "the protection of keyring \(name) lacks a member or has a wrong one")
        }
        let cost = try PassphraseCost(passes: passes, memoryByteCount: memory)
        let protection: Protection
        if let known, known.cost == cost, known.salt == salt {
            protection = known
        } else {
            guard let passphrase else { throw KeyError(lockedKeyring: name) }
            // Before the source is asked, so that no person types a passphrase in vain.
            try Passphrase.requireSupport()
            protection = try Protection(passphrase.passphrase(of: name.string), cost: cost, salt: salt)
        }
        do throws(CryptoError) {
            let opened = try XChaCha20Poly1305.openSecret(
                sealed.slice.span, using: protection.key, authenticating: additionalData(start))
            return (opened, protection)
        } catch .authenticationFailure, .incorrectSize {
            throw KeyError(.wrongPassphrase, "keyring \(name) has another passphrase, or was changed")
        } catch {
            throw KeyError(error)
        }
    }
}
