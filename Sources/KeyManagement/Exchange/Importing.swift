import CryptoPrimitives
import StrictJSON

/// Which half of a pair 32 bytes are; text in other forms says so itself.
public enum KeyHalf: Sendable {
    /// The bytes are secret: an X25519 scalar, or a symmetric key.
    case secret
    /// The bytes are an X25519 public key.
    case open
}

extension Keyring {
    /// Makes a keyring of what another program wrote: a JWK Set, one JWK, or PKCS #8 or SPKI in PEM.
    ///
    /// A JWK that says its role and state itself keeps them; others take the role given here and are active.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongRole` where the text says another role, and the codes of wrong keys.
    public init(
        importing text: KeyringText,
        name: String,
        role: KeyRole,
        passphrase: PassphraseSource? = nil,
        at now: UInt32
    ) throws(KeyError) {
        let keys: [Key]
        var isDemonstration = false
        var otherMembers = JSONObject()
        if PEM.looksLikePEM(text.memory) {
            guard role != .shared else { throw KeyError(.wrongRole, "PEM holds no shared keys; give it as JWK or raw") }
            let (label, bytes) = try PEM.read(text.memory, place: "the key of \(name)")
            let half: KeyHalf = label == .privateKey ? .secret : .open
            keys = [Key(try Key.Material(bytes, half, role: role), state: .active, created: now)]
        } else {
            let defaults = JWK.Defaults(role: role, created: now)
            let found = try KeySetReader.read(text.memory, name: name, passphrase: passphrase, defaults: defaults)
            try found.require(role)
            (keys, isDemonstration, otherMembers) = (found.keys, found.isDemonstration, found.otherMembers)
        }
        self.init(name: name, role: role, keys: [], isDemonstration: isDemonstration, otherMembers: otherMembers)
        // A reader refuses a key that stands twice.
        for key in keys { append(key, at: now) }
    }

    /// Makes a keyring of the 32 bytes of a key.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey`, `wrongHalf` for the public half of a
    ///   symmetric key.
    public init(
        importingRaw bytes: KeyringText,
        half: KeyHalf,
        name: String,
        role: KeyRole,
        at now: UInt32
    ) throws(KeyError) {
        self.init(name: name, role: role, keys: [])
        try add(Key(try Key.Material(bytes.memory, half, role: role), state: .active, created: now), at: now)
    }
}

extension Key.Material {
    /// Takes the 32 bytes of a key.
    fileprivate init(_ bytes: SecretMemory, _ half: KeyHalf, role: KeyRole) throws(KeyError) {
        guard bytes.byteCount == X25519.byteCount else {
            throw KeyError(.invalidKey, "a key has \(X25519.byteCount) bytes, not \(bytes.byteCount)")
        }
        guard role != .shared || half == .secret else {
            throw KeyError(.wrongHalf, "a shared key has no public half")
        }
        do throws(CryptoError) {
            switch (role, half) {
            case (.shared, _): self = .shared(try SharedKey(bytes))
            case (.device, .secret): self = .device(DeviceKey(try X25519.PrivateKey(bytes)))
            case (.provider, .secret): self = .provider(ProviderKey(try X25519.PrivateKey(bytes)))
            case (.device, .open):
                self = .devicePublic(
                    DevicePublicKey(try bytes.withBytes { b throws(CryptoError) in try X25519.PublicKey(b) }))
            case (.provider, .open):
                self = .providerPublic(
                    ProviderPublicKey(try bytes.withBytes { b throws(CryptoError) in try X25519.PublicKey(b) }))
            }
        } catch {
            throw KeyError(error)
        }
    }
}
