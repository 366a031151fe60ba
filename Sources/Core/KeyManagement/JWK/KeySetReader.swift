import CryptoPrimitives
import StrictJSON

/// A JWK Set (RFC 7517) that was parsed in guarded memory; secrets go straight into guarded memory of their own.
package struct KeySetReader: Sendable {
    /// The largest file in bytes: room for some 50,000 public keys.
    package static let maximumByteCount = 16 * 1024 * 1024

    private let text: SecretMemory
    private let name: UTF8Text
    private let parsed: KeySetMembers
    private let defaults: JWK.Defaults?

    /// Parses the text of a keyring, with defaults also a single JWK or keys of other programs.
    init(_ text: SecretMemory, name: UTF8Text, defaults: JWK.Defaults? = nil) throws(KeyError) {
        (self.text, self.name, self.defaults) = (text, name, defaults)
        do throws(JSONError) {
            parsed = try text.withBytes { text throws(JSONError) in
                // A single JWK that is imported is two levels deeper in its keyring.
                let depth = defaults == nil ? JSONLimits.deepest : JSONLimits.deepest - 2
                var reader = try JSONReader(
                    text, limits: JSONLimits(maximumByteCount: Self.maximumByteCount, maximumDepth: depth))
                let set = try KeySetMembers(from: text, with: &reader, hasKeys: true)
                try reader.readEnd(of: text)
                return set
            }
        } catch {
            let form = defaults == nil ? "a JWK Set" : "a JWK Set, a JWK, PEM or, named as such, 32 raw bytes"
            throw KeyError(error, in: "keyring \(name)", expecting: form)
        }
    }

    /// Reads a keyring, and asks for its passphrase if it has one.
    static func read(
        _ text: SecretMemory, name: UTF8Text, passphrase: PassphraseSource? = nil, defaults: JWK.Defaults? = nil
    ) throws(KeyError) -> Keyring {
        try KeySetReader(text, name: name, defaults: defaults).keyring(passphrase: passphrase)
    }

    /// Whether a passphrase protects the secrets.
    var isProtected: Bool { Protection.isProtected(parsed.members) }

    /// Whether the text holds secrets, protected or not.
    var isSecret: Bool { isProtected || hasOpenSecret }

    /// Whether the text holds the secret of a key, and not only the chains of a registration.
    var hasOwnSecrets: Bool {
        isProtected || (parsed.keys ?? []).contains { $0.secrets[.d] != nil || $0.secrets[.k] != nil }
    }

    /// Whether a secret is there that nothing protects.
    private var hasOpenSecret: Bool {
        !parsed.secrets.isEmpty || (parsed.keys ?? []).contains { !$0.secrets.isEmpty }
    }

    /// The keyring, opened with the key that is known of its passphrase, or with the passphrase of a source.
    func keyring(passphrase: PassphraseSource? = nil, known: Protection? = nil) throws(KeyError) -> Keyring {
        guard isProtected else { return try keys() }
        let halves = try publicKeyring()
        let range = parsed.sealed ?? 0..<0
        let (opened, protection) = try text.withBytes { text throws(KeyError) in
            // Behind the sealed keyring, nothing would be authenticated.
            try check(
                text.extracting(range.upperBound...).firstIndex(of: Protection.end) == 0
                    && text.count == range.upperBound + Protection.end.utf8.count, .malformed,
                "the member \"keyring\" of keyring \(name) is not the end of its only line after the keys")
            return try Protection.open(
                text.extracting(range), behind: text.extracting(0..<range.lowerBound), parsed.members, name: name,
                passphrase: passphrase, known: known)
        }
        let inner = try KeySetReader(opened, name: name, defaults: defaults)
        try check(!inner.isProtected, .malformed, "keyring \(name) is protected twice")
        var keyring = try inner.keys()
        let own = keyring.role == .shared ? Keyring(name: name, role: .shared, keys: []) : try keyring.publicHalf()
        try check(
            halves.role == own.role && halves.hasSameKeys(as: own), .malformed,
            "the public halves in keyring \(name) are not those of its protected keys")
        keyring.protection = protection
        return keyring
    }

    /// The public halves of a protected keyring, for which no passphrase is asked; none of a shared one.
    ///
    /// Who has the passphrase knows that they are authentic; for others, they are as authentic as the file.
    func publicKeyring() throws(KeyError) -> Keyring {
        let life = parsed.members[JWK.lifeMember]?.objectValue
        guard let role = life?["role"]?.stringValue.flatMap(KeyRole.init(rawValue:)) else {
            throw KeyError(.malformed, "keyring \(name) is protected and has no role")
        }
        guard let own = life?["name"]?.stringValue, defaults != nil || UTF8Text(own) == name else {
            throw KeyError(.malformed, "keyring \(name) is protected and has the name of another one, or none")
        }
        try check(!hasOpenSecret, .unexpectedSecret, "keyring \(name) has a secret beside its protected ones")
        let sealed = parsed.sealed.flatMap { range in text.withBytes { Base64URL.decode($0.extracting(range)) } }
        try check(
            (sealed?.count ?? 0) > XChaCha20Poly1305.nonceByteCount + XChaCha20Poly1305.tagByteCount, .malformed,
            "the protected text of keyring \(name) is missing or damaged")
        let keys = try jwks().map { jwk throws(KeyError) in try jwk.key(nil) }
        try check(
            keys.isEmpty == (role == .shared) && keys.allSatisfy { $0.role == role }, .malformed,
            "keyring \(name) is protected, and has not the public halves of its role")
        return try published(Keyring(name: name, role: role, keys: keys))
    }

    /// The keyring with the version of its set.
    private func published(_ keyring: Keyring) throws(KeyError) -> Keyring {
        var keyring = keyring
        let life = parsed.keys == nil ? nil : parsed.members[JWK.lifeMember]?.objectValue
        keyring.setVersion = try life?.setVersion(of: "keyring \(name)") ?? 0
        keyring.issued = try life?.unixTime("issued", of: "keyring \(name)") ?? keyring.issued
        // A key of a set says nothing without it.
        if keyring.setVersion == 0 {
            for index in keyring.keys.indices { keyring.keys[index].setVersion = 0 }
        }
        let isProvider = keyring.role == .provider || keyring.setVersion == 0
        try check(
            isProvider && keyring.keys.allSatisfy { $0.setVersion <= keyring.setVersion }, .malformed,
            "keyring \(name) has a key of a later version than its own, or a version that its role does not have")
        return keyring
    }

    private func jwks() throws(KeyError) -> [JWK] {
        var jwks: [JWK] = []
        for (index, key) in (parsed.keys ?? []).enumerated() where kindError(index) == nil {
            jwks.append(try key.jwk(in: text, subject: subject(index)))
        }
        if jwks.isEmpty, let error = ignored.first { throw error }
        return jwks
    }

    /// The keys of a set of another program that are ignored, and why.
    var ignored: [KeyError] { (parsed.keys ?? []).indices.compactMap(kindError) }

    private func kindError(_ index: Int) -> KeyError? {
        guard let defaults, let members = parsed.keys?[index].members, !members.contains(JWK.lifeMember) else {
            return nil
        }
        do throws(KeyError) {
            try JWK.requireKind(members, of: defaults.role, subject: subject(index))
            return nil
        } catch {
            return error
        }
    }

    private func subject(_ index: Int) -> String { "key \(index) in keyring \(name)" }

    /// The keyring of a text that no passphrase protects.
    private func keys() throws(KeyError) -> Keyring {
        try check(parsed.sealed == nil, .malformed, "keyring \(name) has a member \"keyring\", but no protection")
        var keys: [Key] = []
        var otherMembers = parsed.members
        if parsed.keys != nil {
            try check(parsed.secrets.isEmpty, .malformed, "keyring \(name) has a secret beside its keys")
            for jwk in try jwks() { keys.append(try jwk.key(defaults)) }
        } else {
            try check(parsed.members.contains("kty"), .malformed, "keyring \(name) has no member \"keys\"")
            try check(defaults != nil, .malformed, "\(name) is one JWK and no keyring; import it")
            keys = [try parsed.jwk(in: text, subject: "key \(name)").key(defaults)]
            otherMembers = JSONObject()
        }
        guard let role = keys.first?.role else { throw KeyError(.malformed, "keyring \(name) holds no key") }
        try check(keys.allSatisfy { $0.role == role }, .malformed, "keyring \(name) mixes keys of several roles")
        let isUnique = Set(keys.map(\.thumbprint)).count == keys.count
        try check(isUnique, .duplicate, "keyring \(name) holds one key twice")
        let life = otherMembers[JWK.lifeMember]?.objectValue?.without(JWK.knownSetMembers) ?? JSONObject()
        otherMembers[JWK.lifeMember] = life.isEmpty ? nil : .object(life)
        return try published(Keyring(name: name, role: role, keys: keys, otherMembers: otherMembers))
    }
}

/// The members of a JWK or a JWK Set; secrets are only located, so that nothing outside of guarded memory holds them.
private struct KeySetMembers {
    /// All members but the secrets, the keys of a set and the sealed keyring.
    var members = JSONObject()
    /// The bytes in the text of each secret, without the quotation marks.
    var secrets: [JWK.Secret: Range<Int>] = [:]
    /// The keys of a set; nil without a member `keys`.
    var keys: [KeySetMembers]?
    /// The bytes in the text of a protected set's member `keyring`, without the quotation marks.
    var sealed: Range<Int>?

    init(from text: Span<UInt8>, with reader: inout JSONReader, hasKeys: Bool) throws(JSONError) {
        try reader.openObject(from: text)
        while let name = try reader.nextName(addedTo: &members, from: text) {
            switch name {
            case "d", "k":
                secrets[name == "d" ? .d : .k] = try reader.readRawString(from: text)
            case JWK.lifeMember:
                members[name] = .object(try readLife(from: text, with: &reader))
            case "keys" where hasKeys:
                var keys: [KeySetMembers] = []
                try reader.openArray(from: text)
                while try reader.nextElement(isFirst: keys.isEmpty, from: text) {
                    keys.append(try KeySetMembers(from: text, with: &reader, hasKeys: false))
                }
                self.keys = keys
            case "keyring" where hasKeys:
                sealed = try reader.readRawString(from: text)
            default:
                members[name] = try reader.readValue(from: text)
            }
        }
        // Names of members that are kept elsewhere were only needed to find duplicates.
        for name in hasKeys ? ["d", "k", "keys", "keyring"] : ["d", "k"] { members[name] = nil }
    }

    /// Reads the member `sealedpush` of a key or of a set, without the secrets of an enrolment.
    private mutating func readLife(
        from text: Span<UInt8>, with reader: inout JSONReader
    ) throws(JSONError) -> JSONObject {
        var life = JSONObject()
        try reader.openObject(from: text)
        while let name = try reader.nextName(addedTo: &life, from: text) {
            guard let kinds = JWK.Secret.ofEnrolment[name] else {
                life[name] = try reader.readValue(from: text)
                continue
            }
            var object = JSONObject()
            try reader.openObject(from: text)
            while let member = try reader.nextName(addedTo: &object, from: text) {
                if let kind = kinds.first(where: { $0.member == member }) {
                    secrets[kind] = try reader.readRawString(from: text)
                } else {
                    object[member] = try reader.readValue(from: text)
                }
            }
            for kind in kinds { object[kind.member] = nil }
            life[name] = .object(object)
        }
        return life
    }

    func jwk(in text: SecretMemory, subject: String) throws(KeyError) -> JWK {
        var values: [JWK.Secret: SecretMemory] = [:]
        for (secret, range) in secrets {
            do throws(CryptoError) {
                values[secret] = try text.withBytes { text throws(CryptoError) in
                    try SecretMemory(base64URL: text.extracting(range), byteCount: secret.byteCount)
                }
            } catch .incorrectSize {
                throw KeyError(
                    .invalidKey,
                    "member \"\(secret.member)\" of \(subject) is not \(secret.byteCount) bytes in base64url")
            } catch {
                throw KeyError(error)
            }
        }
        return JWK(members: members, secrets: values, subject: subject)
    }
}
