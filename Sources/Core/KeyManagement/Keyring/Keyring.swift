public import Platform
public import StrictJSON

/// A named set of keys of one role with their states; on disk, a JWK Set (RFC 7517 §5).
public struct Keyring: Sendable {
    /// The name, without a file's ending.
    public let name: UTF8Text
    /// The purpose of all of its keys.
    public let role: KeyRole
    /// The keys, in the order of the file, in which they were added.
    public package(set) var keys: [Key]
    /// The version of the published set of a provider's keys: each change of a key or of a state counts it up.
    ///
    /// Zero for keys of another role, and for a provider's that its owner has not published as a set.
    public internal(set) var setVersion = 0
    /// When the set got this version, to the second.
    package internal(set) var issued = Date(unixTime: 0)
    /// Members of the JWK Set that this version does not know; they survive a rewrite.
    package internal(set) var otherMembers: JSONObject
    var protection: Protection?
    /// The changes of the keys since the keyring was loaded, for the log.
    package internal(set) var unsavedEvents: [KeyEvent] = []
    /// The source and the version that the keyring was read from.
    var origin: KeyringOrigin?
    var version = ""
    /// The store that it was loaded from by its name.
    var home: KeyringHome?

    /// The source to read the keyring again from, unless it was changed since.
    var followedOrigin: KeyringOrigin? { unsavedEvents.isEmpty ? origin : nil }

    package init(name: UTF8Text, role: KeyRole, keys: [Key], otherMembers: JSONObject = JSONObject()) {
        self.name = name
        self.role = role
        self.keys = keys
        self.otherMembers = otherMembers
    }

    /// Makes an empty keyring for the public keys of others: providers that a device pins, or one device's keys.
    public static func forPublicKeys(name: UTF8Text, role: KeyRole) -> Keyring {
        Keyring(name: name, role: role, keys: [])
    }

    /// Makes a keyring with one new, active key; `purposes` are those of a shared key, also of its successors.
    ///
    /// - Throws: ``KeyError`` with `unavailable` without guarded memory.
    public static func generate(
        name: UTF8Text, role: KeyRole, purposes: [Purpose] = SharedKey.standardPurposes, at now: Date = Date()
    ) throws(KeyError) -> Keyring {
        var keyring = Keyring(name: name, role: role, keys: [])
        try keyring.add(Key(newOf: role, purposes: purposes, state: .active, created: now), at: now)
        return keyring
    }

    /// The active key that was added last, whatever its time says.
    ///
    /// - Throws: ``KeyError`` with `noActiveKey`.
    public var primary: Key {
        get throws(KeyError) {
            guard let latest = keys.last(where: { $0.state == .active }) else {
                throw KeyError(.noActiveKey, "keyring \(name) has no active key")
            }
            return latest
        }
    }

    /// Whether the keyring holds the secret of a key of its own.
    public var isSecret: Bool { keys.contains { $0.isSecret } }

    /// Whether the keyring's text holds a secret: one of a key, or of a registration, whose chains are secrets.
    package var holdsSecrets: Bool { isSecret || keys.contains { $0.enrolment?.chain != nil } }

    /// Whether the keyring's text is protected by a passphrase.
    public var isProtected: Bool { protection != nil }

    /// Protects the keyring's text by a passphrase, or replaces its passphrase.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a keyring without secrets, `unavailable` without enough memory.
    public mutating func protect(with passphrase: Passphrase, cost: PassphraseCost = .standard) throws(KeyError) {
        try check(isSecret, .wrongHalf, "keyring \(name) holds no secrets to protect")
        protection = try Protection(passphrase, cost: cost)
    }

    /// Removes the passphrase.
    public mutating func removeProtection() {
        protection = nil
    }

    /// The same keys without their secrets; a keyring without secrets is its own public half.
    ///
    /// Members that this version does not know are left out, since they may be secret.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for shared keys, which have no public half.
    public func publicHalf() throws(KeyError) -> Keyring {
        try check(role != .shared, .wrongHalf, "a shared key has no public half")
        var half = self
        if holdsSecrets {
            half = Keyring(name: name, role: role, keys: keys.compactMap(\.publicHalf))
            (half.version, half.setVersion, half.issued) = (version, setVersion, issued)
        }
        half.origin = followedOrigin?.ofPublicHalf
        return half
    }

    /// Whether two keyrings have the same keys in the same states, as the same set.
    func hasSameKeys(as other: Keyring) -> Bool {
        keys.map(\.thumbprint) == other.keys.map(\.thumbprint) && keys.map(\.state) == other.keys.map(\.state)
            && keys.map(\.created) == other.keys.map(\.created)
            && keys.map(\.setVersion) == other.keys.map(\.setVersion)
            && keys.map { $0.enrolment != nil } == other.keys.map { $0.enrolment != nil }
            && (setVersion, issued) == (other.setVersion, other.issued)
    }

    /// The key with this thumbprint.
    ///
    /// - Throws: ``KeyError`` with `notFound`.
    public func key(_ thumbprint: Thumbprint) throws(KeyError) -> Key {
        keys[try index(of: thumbprint)]
    }

    /// The key whose thumbprint or id people wrote: 43 characters of base64url, or 8 hexadecimal digits.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `ambiguous` when two keys share an id.
    public func key(named text: String) throws(KeyError) -> Key {
        let found = keys.filter { $0.thumbprint.description == text || $0.id.description == text.lowercased() }
        guard let key = found.first else { throw KeyError(.notFound, "keyring \(name) has no such key") }
        try check(
            found.count == 1, .ambiguous,
            "\(found.count) keys of keyring \(name) have this id; give the whole thumbprint")
        return key
    }

    func index(of thumbprint: Thumbprint) throws(KeyError) -> Int {
        guard let index = keys.firstIndex(where: { $0.thumbprint == thumbprint }) else {
            throw KeyError(.notFound, "keyring \(name) has no key \(thumbprint.keyID)")
        }
        return index
    }

    package func require(_ role: KeyRole) throws(KeyError) {
        try check(
            self.role == role, .wrongRole, "keyring \(name) holds \(self.role.rawValue) keys, not \(role.rawValue) keys"
        )
    }
    /// Checks that a keyring that was found is the one that would have been made.
    package func requireOwn(_ role: KeyRole) throws(KeyError) {
        try require(role)
        try check(
            isSecret, .wrongHalf, "keyring \(name) holds only public keys, and a new one is not made in its place")
    }
}
