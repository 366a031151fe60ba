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
    /// A JWK that says its role and state itself keeps them; others take the role given here and are active. Nothing else is taken,
    /// and no key is younger than now. Keys of a set that are of another kind are ignored (RFC 7517 §5), each with a call of `onIgnored`.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongRole` where the text says another role, and the codes of wrong keys.
    public init(
        importing text: KeyringText, name: UTF8Text, role: KeyRole, passphrase: PassphraseSource? = nil,
        at now: Date = Date(), onIgnored: (KeyError) -> Void = { _ in }
    ) throws(KeyError) {
        let keys: [Key]
        var (setVersion, issued, protection) = (0, now, nil as Protection?)
        if PEM.looksLikePEM(text.memory) {
            try check(role != .shared, .wrongRole, "PEM holds no shared keys; give it as JWK or raw")
            let (half, bytes) = try PEM.read(text.memory, subject: "the key of \(name)")
            keys = [try Key(importing: bytes, half, role: role, at: now)]
        } else {
            let isDER = text.withBytes { $0.count > 1 && $0[0] == 0x30 && $0[1] >= 0x2a }
            try check(!isDER, .malformed, "\(name) is in DER; expected PEM, as openssl pkey -inform DER writes it")
            let reader = try KeySetReader(
                text.memory, name: name, defaults: JWK.Defaults(role: role, created: now))
            for error in reader.ignored { onIgnored(error) }
            let found = try reader.keyring(passphrase: passphrase)
            try found.require(role)
            (keys, setVersion, issued, protection) = (found.keys, found.setVersion, found.issued, found.protection)
        }
        self.init(name: name, role: role, keys: [])
        self.protection = protection
        (self.setVersion, self.issued) = (setVersion, issued.wholeSecond)
        // The reader has refused duplicate keys.
        for key in keys { append(key.taken(at: now), at: now) }
        countUp(at: now)
    }

    /// Makes a keyring of the 32 bytes of a key; a shared one is for Live Activities, since only a JWK names other purposes.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey`, `wrongHalf` for the public half of a
    ///   symmetric key.
    public init(
        importingRaw bytes: KeyringText, half: KeyHalf, name: UTF8Text, role: KeyRole, at now: Date = Date()
    ) throws(KeyError) {
        self.init(name: name, role: role, keys: [])
        try add(Key(importing: bytes.memory, half, role: role, at: now), at: now)
    }
}

extension Key {
    fileprivate init(importing bytes: SecretMemory, _ half: KeyHalf, role: KeyRole, at now: Date) throws(KeyError) {
        try check(
            bytes.byteCount == X25519.byteCount, .invalidKey,
            "expected \(X25519.byteCount) bytes for a key, found \(bytes.byteCount)")
        let material: Material
        switch (role, half) {
        case (.shared, .open): throw KeyError(.wrongHalf, "a shared key has no public half")
        case (.shared, .secret): material = .symmetric(try SharedKey(bytes))
        case (_, .secret): material = .pair(try X25519.PrivateKey(keyBytes: bytes))
        case (_, .open):
            material = .publicHalf(try X25519.PublicKey(keyBytes: bytes.bytes))
        }
        self.init(role, material, state: .active, created: now)
    }
}
