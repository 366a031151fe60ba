import CryptoPrimitives
import StrictJSON

/// Reads a JWK Set (RFC 7517) from guarded memory; secrets go straight into guarded memory of their own.
package enum KeySetReader {
    /// The largest file in bytes: room for some 50,000 public keys.
    package static let maximumByteCount = 16 * 1024 * 1024

    /// Reads a keyring, with defaults also a single JWK or keys of other programs; asks for the passphrase if it has one.
    static func read(
        _ text: SecretMemory, name: String, passphrase: PassphraseSource? = nil, known: Protection? = nil,
        defaults: JWK.Defaults? = nil
    ) throws(KeyError) -> Keyring {
        let set = try parse(text, name: name, isImport: defaults != nil)
        guard set.isProtected else { return try keyring(of: set, in: text, name: name, defaults: defaults) }
        let (opened, protection) = try Protection.open(
            set.members, name: name, passphrase: passphrase, known: known)
        let openedSet = try parse(opened, name: name, isImport: defaults != nil)
        try check(!openedSet.isProtected, .malformed, "keyring \(name) is protected twice")
        var keyring = try keyring(of: openedSet, in: opened, name: name, defaults: defaults)
        keyring.protection = protection
        return keyring
    }

    private static func parse(_ text: SecretMemory, name: String, isImport: Bool) throws(KeyError) -> KeySetMembers {
        do throws(JSONError) {
            return try text.withBytes { text throws(JSONError) in
                // A single JWK that is imported is two levels deeper in its keyring.
                let depth = isImport ? JSONLimits.deepest - 2 : JSONLimits.deepest
                var reader = try JSONReader(
                    text, limits: JSONLimits(maximumByteCount: maximumByteCount, maximumDepth: depth))
                let set = try KeySetMembers(from: text, with: &reader, hasKeys: true)
                try reader.readEnd(of: text)
                return set
            }
        } catch {
            throw KeyError(error, in: "keyring \(name)", expecting: "a JWK Set")
        }
    }

    private static func keyring(
        of set: KeySetMembers, in text: SecretMemory, name: String, defaults: JWK.Defaults?
    ) throws(KeyError) -> Keyring {
        var keys: [Key] = []
        var otherMembers = set.members
        if let found = set.keys {
            try check(set.secrets.isEmpty, .malformed, "keyring \(name) has a secret beside its keys")
            for (index, key) in found.enumerated() {
                keys.append(try key.jwk(in: text, subject: "key \(index) in keyring \(name)").key(defaults))
            }
        } else {
            try check(set.members.contains("kty"), .malformed, "keyring \(name) has no member \"keys\"")
            try check(defaults != nil, .malformed, "\(name) is one JWK and no keyring; import it")
            keys = [try set.jwk(in: text, subject: "key \(name)").key(defaults)]
            otherMembers = JSONObject()
        }
        guard let role = keys.first?.role else { throw KeyError(.malformed, "keyring \(name) holds no key") }
        try check(keys.allSatisfy { $0.role == role }, .malformed, "keyring \(name) mixes keys of several roles")
        let isUnique = Set(keys.map(\.thumbprint)).count == keys.count
        try check(isUnique, .duplicate, "keyring \(name) holds one key twice")
        return Keyring(
            name: name, role: role, keys: keys,
            isDemonstration: otherMembers[JWK.lifeMember]?.objectValue?["demonstration"] == true,
            otherMembers: otherMembers)
    }
}

/// The members of a JWK or a JWK Set; secrets are only located, so that nothing outside of guarded memory holds them.
private struct KeySetMembers {
    /// All members but the secrets and the keys of a set.
    var members = JSONObject()
    /// The bytes in the text of each secret, without the quotation marks.
    var secrets: [String: Range<Int>] = [:]  // bytes: the keys are the literals d and k
    /// The keys of a set; nil without a member `keys`.
    var keys: [KeySetMembers]?

    var isProtected: Bool { keys == nil && Protection.isProtected(members) }

    init(from text: Span<UInt8>, with reader: inout JSONReader, hasKeys: Bool) throws(JSONError) {
        try reader.openObject(from: text)
        while let name = try reader.nextName(addedTo: &members, from: text) {
            switch name {
            case "d", "k":
                secrets[name] = try reader.readRawString(from: text)
            case "keys" where hasKeys:
                var keys: [KeySetMembers] = []
                try reader.openArray(from: text)
                while try reader.nextElement(isFirst: keys.isEmpty, from: text) {
                    keys.append(try KeySetMembers(from: text, with: &reader, hasKeys: false))
                }
                self.keys = keys
            default:
                members[name] = try reader.readValue(from: text)
            }
        }
        // Names of members that are kept elsewhere were only needed to find duplicates.
        for name in hasKeys ? ["d", "k", "keys"] : ["d", "k"] { members[name] = nil }
    }

    func jwk(in text: SecretMemory, subject: String) throws(KeyError) -> JWK {
        JWK(
            members: members, d: try secret("d", in: text, subject: subject),
            k: try secret("k", in: text, subject: subject), subject: subject)
    }

    private func secret(_ name: String, in text: SecretMemory, subject: String) throws(KeyError) -> SecretMemory? {
        guard let range = secrets[name] else { return nil }
        do throws(CryptoError) {
            return try text.withBytes { text throws(CryptoError) in
                try SecretMemory(base64URL: text.extracting(range), byteCount: SharedKey.byteCount)
            }
        } catch .incorrectSize {
            throw KeyError(.invalidKey, "member \"\(name)\" of \(subject) is not 32 bytes in base64url")
        } catch {
            throw KeyError(error)
        }
    }
}
