import CryptoPrimitives
public import Platform
import StrictJSON

/// The half of a pair that 32 bytes are; other forms say so themselves.
public enum KeyHalf: Sendable {
    /// The bytes are secret: an X25519 scalar, or a symmetric key.
    case secret
    /// The bytes are an X25519 public key.
    case open
}

extension Keyring {
    /// Makes a keyring of keys that another program wrote: a JWK Set, one JWK, or PKCS #8 or SPKI in PEM.
    ///
    /// A JWK that says its role and state itself keeps them; others take the role given here and are active.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongRole` where the text says another role, and the codes of wrong keys.
    public init(
        importing text: KeyringText, name: String, role: KeyRole, passphrase: PassphraseSource? = nil,
        at now: Date = Date()
    ) throws(KeyError) {
        let keys: [Key]
        var isDemonstration = false
        var otherMembers = JSONObject()
        if PEM.looksLikePEM(text.memory) {
            try check(role != .shared, .wrongRole, "PEM holds no shared keys; give it as JWK or raw")
            let (half, bytes) = try PEM.read(text.memory, subject: "the key of \(name)")
            keys = [try Key(importing: bytes, half, role: role, at: now)]
        } else {
            let found = try KeySetReader.read(
                text.memory, name: name, passphrase: passphrase, defaults: JWK.Defaults(role: role, created: now))
            try found.require(role)
            (keys, isDemonstration, otherMembers) = (found.keys, found.isDemonstration, found.otherMembers)
        }
        self.init(name: name, role: role, keys: [], isDemonstration: isDemonstration, otherMembers: otherMembers)
        // The reader has refused duplicate keys.
        for key in keys { append(key, at: now) }
    }

    /// Makes a keyring of the 32 bytes of a key; a shared one is for Live Activities, since only a JWK names other purposes.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey`, `wrongHalf` for the public half of a
    ///   symmetric key.
    public init(
        importingRaw bytes: KeyringText, half: KeyHalf, name: String, role: KeyRole, at now: Date = Date()
    ) throws(KeyError) {
        self.init(name: name, role: role, keys: [])
        try add(Key(importing: bytes.memory, half, role: role, at: now), at: now)
    }
}

extension Key {
    fileprivate init(importing bytes: SecretMemory, _ half: KeyHalf, role: KeyRole, at now: Date) throws(KeyError) {
        try check(
            bytes.byteCount == X25519.byteCount, .invalidKey,
            "a key has \(X25519.byteCount) bytes, not \(bytes.byteCount)")
        let material: Material
        switch (role, half) {
        case (.shared, .open): throw KeyError(.wrongHalf, "a shared key has no public half")
        case (.shared, .secret): material = .symmetric(try SharedKey(bytes))
        case (_, .secret): material = .pair(try withKeyErrors(try X25519.PrivateKey(bytes)))
        case (_, .open):
            material = .publicHalf(
                try bytes.withBytes { bytes throws(KeyError) in try withKeyErrors(try X25519.PublicKey(bytes)) })
        }
        self.init(role, material, state: .active, created: now)
    }
}
