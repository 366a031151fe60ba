package import CryptoPrimitives
import StrictJSON

/// Reads a JWK Set (RFC 7517) from guarded memory; secrets go straight into guarded memory of their own.
package enum KeySetReader {
    /// The largest file in bytes: room for some 50,000 public keys.
    package static let maximumByteCount = 16 * 1024 * 1024

    /// Reads a keyring, and with defaults also one JWK alone or keys of other programs; asks for its passphrase where
    /// it has one.
    ///
    /// - Throws: ``KeyError`` with `malformed` for text that is no JWK Set of ours, with a code of its own for a key of
    ///   another kind, a wrong size, a low-order point or halves that do not match, and with `locked`,
    /// `wrongPassphrase` or   `excessiveCost` for a protected one.
    package static func read(
        _ text: SecretMemory,
        name: String,
        passphrase: PassphraseSource? = nil,
        defaults: JWK.Defaults? = nil
    ) throws(KeyError) -> Keyring {
        switch try parse(text, name: name, defaults: defaults) {
        case .keyring(let keyring):
            return keyring
        case .protected(let sealed):
            guard let passphrase else {
                throw KeyError(lockedKeyring: name)
            }
            let (text, protection) = try Protection.open(sealed, with: passphrase(name), name: name)
            guard case .keyring(var keyring) = try parse(text, name: name, defaults: defaults) else {
                throw KeyError(.malformed, "keyring \(name) is protected twice")
            }
            keyring.protection = protection
            return keyring
        }
    }

    /// The content of a text.
    private enum Content {
        case keyring(Keyring)
        case protected(Protection.Sealed)
    }

    private static func parse(
        _ text: SecretMemory,
        name: String,
        defaults: JWK.Defaults?
    ) throws(KeyError) -> Content {
        try text.withBytes { text throws(KeyError) in
            let set: KeySetMembers
            do throws(JSONError) {
                // A single JWK that is imported stands two levels deeper in its keyring.
                let limits = JSONLimits(
                    maximumByteCount: maximumByteCount,
                    maximumDepth: defaults == nil ? JSONLimits.deepest : JSONLimits.deepest - 2)
                var reader = try JSONReader(text, limits: limits)
                set = try KeySetMembers(from: text, with: &reader, hasKeys: true)
                try reader.readEnd(of: text)
            } catch {
                throw KeyError(error, in: "keyring \(name)")
            }
            return try content(of: set, in: text, name: name, defaults: defaults)
        }
    }

    private static func content(
        of set: KeySetMembers,
        in text: Span<UInt8>,
        name: String,
        defaults: JWK.Defaults?
    ) throws(KeyError) -> Content {
        if set.keys == nil, let sealed = try Protection.parse(set.members, name: name) { return .protected(sealed) }
        var keys: [Key] = []
        var otherMembers = set.members
        if let found = set.keys {
            guard set.secrets.isEmpty else {
                throw KeyError(.malformed, "keyring \(name) has a secret beside its keys")
            }
            for (index, key) in found.enumerated() {
                keys.append(try key.jwk(in: text, place: "key \(index) in keyring \(name)").key(defaults))
            }
        } else {
            guard set.members.contains("kty") else {
                throw KeyError(.malformed, "keyring \(name) has no member \"keys\"")
            }
            guard let defaults else {
                throw KeyError(.malformed, "\(name) is one JWK and no keyring; import it")
            }
            keys = [try set.jwk(in: text, place: "key \(name)").key(defaults)]
            otherMembers = JSONObject()
        }
        guard let role = keys.first?.role else { throw KeyError(.malformed, "keyring \(name) holds no key") }
        guard keys.allSatisfy({ $0.role == role }) else {
            throw KeyError(.malformed, "keyring \(name) mixes keys of several roles")
        }
        guard Set(keys.map(\.thumbprint)).count == keys.count else {
            throw KeyError(.duplicate, "keyring \(name) holds one key twice")
        }
        return .keyring(
            Keyring(
                name: name, role: role, keys: keys,
                isDemonstration: otherMembers["sealedpush"]?.objectValue?["demonstration"] == true,
                otherMembers: otherMembers))
    }
}

/// The members of a JWK or a JWK Set; secrets are only located, so that nothing outside of guarded memory holds them.
private struct KeySetMembers {
    /// All members but the secrets, and but the keys of a set.
    var members = JSONObject()
    /// The bytes in the text of each secret, without the quotation marks.
    var secrets: [String: Range<Int>] = [:]  // bytes: the keys are the literals d and k
    /// The keys of a set; nil without a member `keys`.
    var keys: [KeySetMembers]?

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

    /// The JWK with its secrets in guarded memory.
    func jwk(in text: Span<UInt8>, place: String) throws(KeyError) -> JWK {
        var jwk = JWK(members: members, place: place)
        jwk.secrets.d = try secret("d", in: text, place: place)
        jwk.secrets.k = try secret("k", in: text, place: place)
        return jwk
    }

    private func secret(_ name: String, in text: Span<UInt8>, place: String) throws(KeyError) -> SecretMemory? {
        guard let range = secrets[name] else { return nil }
        do throws(CryptoError) {
            return try SecretMemory(base64URL: text.extracting(range), byteCount: SharedKey.byteCount)
        } catch .incorrectSize {
            throw KeyError(.invalidKey, "member \"\(name)\" of \(place) is not 32 bytes in base64url")
        } catch {
            throw KeyError(error)
        }
    }
}

extension KeyError {
    /// The error for a protected keyring without a passphrase.
    init(lockedKeyring name: String) {
        self.init(.locked, "keyring \(name) is protected by a passphrase, and none was given")
    }

    /// The error for text that is not the JSON that was to come.
    init(_ error: JSONError, in place: String) {
        switch error.code {
        case .unexpectedEnd: self.init(.truncated, "\(place) ends too early: \(error)")
        case .duplicateName: self.init(.duplicate, "\(place) names a member twice: \(error)")
        case .tooLong: self.init(.tooLarge, "\(place) is too large: \(error)")
        default: self.init(.malformed, "\(place) is not a JWK Set: \(error)")
        }
    }
}
