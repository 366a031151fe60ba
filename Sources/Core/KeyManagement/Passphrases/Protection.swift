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

    /// `"sealedpush-keyring-v1" ‖ u32(passes) ‖ u64(memory) ‖ salt`, the additional data of the sealed keyring.
    private var additionalData: [UInt8] {
        var bytes = Array("sealedpush-keyring-v1".utf8)
        bytes += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: cost.passes >> $0) }
        bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: cost.memoryByteCount >> $0) }
        return bytes + salt
    }

    /// Seals a keyring's text: one JSON object on one line, with a new nonce each time.
    func seal(_ text: SecretMemory) throws(KeyError) -> SecretMemory {
        do throws(CryptoError) {
            var sealed: [UInt8] = []
            try text.withBytes { text throws(CryptoError) in
                try XChaCha20Poly1305.seal(text, using: key, authenticating: additionalData, appendingTo: &sealed)
            }
            let object: JSONObject = [
                "sealedpush": .object([
                    "protection": .string(Self.kind),
                    "passes": .number(JSONNumber(cost.passes)),
                    "memory": .number(JSONNumber(cost.memoryByteCount)),
                    "salt": .string(Base64URL.string(encoding: salt.slice.span)),
                ]),
                "keyring": .string(Base64URL.string(encoding: sealed.slice.span)),
            ]
            return try SecretMemory(copying: (object.serialized() + [0x0A]).slice.span)
        } catch {
            throw KeyError(error)
        }
    }

    static func isProtected(_ members: JSONObject) -> Bool {
        members["sealedpush"]?.objectValue?.contains("protection") ?? false
    }

    /// Opens a protected text with the key that is known for its cost and salt, or with one derived from its passphrase.
    static func open(
        _ members: JSONObject, name: String, passphrase: PassphraseSource?, known: Protection?
    ) throws(KeyError) -> (text: SecretMemory, protection: Protection) {
        let life = members["sealedpush"]?.objectValue ?? JSONObject()
        try check(
            life["protection"] == .string(kind), .malformed,
            "keyring \(name) is protected in a way that this version does not know")
        guard let passes = life["passes"]?.numberValue?.int, let memory = life["memory"]?.numberValue?.int,
            let salt = bytes(life["salt"]), salt.count == Argon2id.saltByteCount,
            let sealed = bytes(members["keyring"])
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
            protection = try Protection(passphrase.passphrase(of: name), cost: cost, salt: salt)
        }
        do throws(CryptoError) {
            let text = try XChaCha20Poly1305.openSecret(
                sealed.slice.span, using: protection.key, authenticating: protection.additionalData)
            return (text, protection)
        } catch .authenticationFailure, .incorrectSize {
            throw KeyError(.wrongPassphrase, "keyring \(name) has another passphrase, or was changed")
        } catch {
            throw KeyError(error)
        }
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        (value?.stringValue).flatMap { Base64URL.decode(ContiguousArray($0.utf8).span) }
    }
}
