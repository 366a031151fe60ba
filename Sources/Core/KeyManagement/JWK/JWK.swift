import CryptoPrimitives
import Platform
import StrictJSON

/// The members of one JWK (RFC 7517 §4, RFC 8037 §2), its secrets apart.
package struct JWK {
    /// The values of members that a key of another program lacks.
    package struct Defaults: Sendable {
        let role: KeyRole
        let created: Date
    }

    /// A member that is a secret: of the key itself, or of the objects that an enrolment keeps in `sealedpush`.
    enum Secret: Hashable, CaseIterable {
        case d, k, chainLink, offerKey, offerSeed, answer, confirmation

        static let ofEnrolment: [String: [Secret]] = [  // bytes: the names of this list are ASCII
            "chain": [.chainLink], "offer": [.offerKey, .offerSeed], "awaits": [.answer, .confirmation],
        ]

        var member: String {
            switch self {
            case .d: "d"
            case .k, .chainLink: "k"
            case .offerKey: "e"
            case .offerSeed: "m"
            case .answer: "answer"
            case .confirmation: "confirmation"
            }
        }

        var byteCount: Int { self == .offerSeed ? 64 : 32 }
    }

    /// All members but the secrets.
    let members: JSONObject
    var secrets: [Secret: SecretMemory] = [:]
    let subject: String

    /// The member that holds what JWK has no name for: role, state and times.
    static let lifeMember = "sealedpush"
    private static let knownMembers = ["kty", "crv", "x", "use", "kid", lifeMember]
    private static let knownSharedMembers = ["kty", "use", "kid", lifeMember]
    private static let knownLifeMembers = [
        "role", "state", "created", "until", "version", "suite", "chain", "offer", "awaits", "expires",
    ]
    private static let knownSharedLifeMembers = knownLifeMembers + ["purposes"]
    /// Those of a set of keys.
    static let knownSetMembers = ["role", "version", "issued"]

    /// Makes the key that the members describe; without defaults it has to say its role and state itself.
    func key(_ defaults: Defaults?) throws(KeyError) -> Key {
        guard let life = members[Self.lifeMember]?.objectValue ?? (defaults == nil ? nil : JSONObject()) else {
            throw malformed("has no member \"\(Self.lifeMember)\" that says its role and state")
        }
        guard let role = life["role"].map({ $0.stringValue.flatMap(KeyRole.init(rawValue:)) }) ?? defaults?.role else {
            throw malformed("has no role of device, provider or shared")
        }
        let material: Key.Material = role == .shared ? .symmetric(try sharedKey(life)) : try pairOrPublicHalf()
        let isNew = defaults != nil && !life.contains("state")
        var key = Key(
            role, material, state: isNew ? .active : try state(in: life),
            created: try life.unixTime("created", of: subject) ?? defaults?.created ?? Date(unixTime: 0))
        // Another program may name its keys as it likes (RFC 7517 §4.5); in a file of ours this would name another key.
        guard defaults != nil || members["kid"] == nil || members["kid"] == .string(key.thumbprint.description) else {
            throw malformed("has another \"kid\" than its thumbprint; expected \(key.thumbprint), or no \"kid\"")
        }
        key.setVersion = try life.setVersion(of: subject) ?? 0
        key.enrolment = try enrolment(in: life, of: role)
        key.otherMembers = members.without(role == .shared ? Self.knownSharedMembers : Self.knownMembers)
        key.otherLifeMembers = life.without(role == .shared ? Self.knownSharedLifeMembers : Self.knownLifeMembers)
        return key
    }

    /// Refuses a key of another type, curve or use than those of a role, as RFC 7517 §5 lets a reader of a set ignore it.
    static func requireKind(_ members: JSONObject, of role: KeyRole, subject: String) throws(KeyError) {
        let type = members["kty"]
        if role == .shared {
            try check(type == "oct", .invalidKey, "\(subject) is not a symmetric key (\"kty\" oct, \"k\")")
        } else {
            try check(
                type == "OKP" || type == "EC", .invalidKey,
                "\(subject) is not an X25519 key (\"kty\" OKP, \"crv\" X25519)")
            let isCurve = type == "OKP" && members["crv"] == "X25519"
            try check(isCurve, .wrongCurve, "\(subject) is on another curve than X25519")
        }
        let operations: [JSONValue] = role == .shared ? ["encrypt", "decrypt"] : ["deriveKey", "deriveBits"]
        let algorithms = role == .shared ? ["dir", "A256", "C20P", "XC20P"] : ["ECDH-ES", "HPKE-"]
        // The public half of a pair has no operations in the Web Cryptography API.
        let isUsable = members["key_ops"].map { $0.arrayValue?.allSatisfy(operations.contains) ?? false } ?? true
        let isKnown =
            members["alg"].map { name in
                algorithms.contains { (name.stringValue ?? "").utf8.starts(with: $0.utf8) }
            } ?? true
        try check(
            isUsable && isKnown && (members["use"] ?? "enc") == "enc", .invalidKey,
            "\(subject) is for another use than encryption (\"use\", \"key_ops\" or \"alg\")")
    }

    func publicKey() throws(KeyError) -> X25519.PublicKey {
        try Self.requireKind(members, of: .device, subject: subject)
        guard let x = members["x"]?.stringValue, let bytes = Base64URL.decode(ContiguousArray(x.utf8).span) else {
            throw KeyError(.invalidKey, "member \"x\" of \(subject) is not base64url")
        }
        return try X25519.PublicKey(keyBytes: bytes)
    }

    private func pairOrPublicHalf() throws(KeyError) -> Key.Material {
        let publicKey = try publicKey()
        guard secrets[.k] == nil else { throw malformed("has a member \"k\", which X25519 keys do not have") }
        guard let secret = secrets[.d] else { return .publicHalf(publicKey) }
        let pair = try X25519.PrivateKey(keyBytes: secret)
        try check(
            pair.publicKey == publicKey, .mismatchedHalves, "\"x\" of \(subject) is not the public half of its \"d\"")
        return .pair(pair)
    }

    private func sharedKey(_ life: JSONObject) throws(KeyError) -> SharedKey {
        try Self.requireKind(members, of: .shared, subject: subject)
        guard let secret = secrets[.k], secrets[.d] == nil else {
            throw KeyError(.invalidKey, "\(subject) is not a symmetric key (\"kty\" oct, \"k\")")
        }
        guard let purposes = life["purposes"] else { return try SharedKey(secret) }
        let texts = purposes.arrayValue?.map(\.stringValue) ?? [nil]
        let known = texts.compactMap { $0.map(Purpose.init(rawValue:)) }
        guard !known.isEmpty, known.count == texts.count else {
            throw malformed("has other \"purposes\" than a list of texts")
        }
        return try SharedKey(secret, purposes: known)
    }

    /// Returns the values of an enrolment; nil for a key that is not enrolled, which must not have the secrets of one.
    private func enrolment(in life: JSONObject, of role: KeyRole) throws(KeyError) -> Enrolment? {
        let names = ["chain", "offer", "awaits", "expires"]
        guard let suite = life["suite"] else {
            guard !names.contains(where: life.contains) else {
                throw malformed("has members of an enrolment, and is not of suite 5")
            }
            return nil
        }
        guard role == .device, suite == 5 else { throw malformed("has a \"suite\" other than 5, or is no device key") }
        var enrolment = Enrolment()
        if let chain = life["chain"]?.objectValue {
            guard let link = secrets[.chainLink],
                let day = chain["day"]?.numberValue?.int.flatMap(UInt16.init(exactly:)),
                let lifetime = chain["lifetime"]?.numberValue?.int, chain["kem"] == nil || chain["kem"] == "ML-KEM-768"
            else { throw malformed("has a \"chain\" without its day, its lifetime or its secret") }
            enrolment.chain = try Chain(link, day: day, lifetime: lifetime, isPostQuantum: chain["kem"] != nil)
        }
        if let offer = life["offer"]?.objectValue {
            guard let secret = secrets[.offerKey], let until = try offer.unixTime("until", of: subject) else {
                throw malformed("has an \"offer\" without its end or its secret")
            }
            enrolment.offer = OfferSecrets(
                ephemeral: try X25519.PrivateKey(keyBytes: secret), seed: secrets[.offerSeed], until: until)
        }
        if life.contains("awaits") {
            guard let answer = secrets[.answer], let confirmation = secrets[.confirmation], enrolment.chain != nil
            else {
                throw malformed("has an \"awaits\" without its two values or a chain")
            }
            enrolment.awaits = AwaitedConfirmation(answer: answer, confirmation: confirmation)
        }
        enrolment.expires = try life.unixTime("expires", of: subject)
        return enrolment
    }

    private func state(in life: JSONObject) throws(KeyError) -> KeyState {
        guard life["state"] == "retiring" || life["until"] == nil else {
            throw malformed("has an \"until\", but is not retiring")
        }
        switch life["state"] {
        case "pending": return .pending
        case "active": return .active
        case "revoked": return .revoked
        case "retiring":
            guard let until = try life.unixTime("until", of: subject) else {
                throw malformed("is retiring, but has no \"until\"")
            }
            return .retiring(until: until)
        default: throw malformed("has no state of pending, active, retiring or revoked")
        }
    }

    private func malformed(_ reason: String) -> KeyError {
        KeyError(.malformed, "\(subject) \(reason)")
    }
}

extension JSONValue {
    /// The time that a number of 32 bits says in UNIX seconds; nil for any other value.
    var unixTime: Date? { numberValue?.int.flatMap(UInt32.init(exactly:)).map(Date.init(unixTime:)) }
}

extension JSONObject {
    /// The time in a member, or nil without that member.
    func unixTime(_ name: String, of subject: String) throws(KeyError) -> Date? {
        guard let value = self[name] else { return nil }
        guard let time = value.unixTime else {
            throw KeyError(.malformed, "member \"\(name)\" of \(subject) is not a UNIX time of 32 bits")
        }
        return time
    }

    /// The version of a published set in a member, or nil without that member.
    func setVersion(_ name: String = "version", of subject: String) throws(KeyError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.numberValue, let version = Int(number.text), (1..<1 << 53).contains(version)
        else {
            throw KeyError(.malformed, "member \"\(name)\" of \(subject) is not a whole number from 1 to 2^53 - 1")
        }
        return version
    }

    func without(_ names: [String]) -> JSONObject {
        var rest = self
        for name in names { rest[name] = nil }
        return rest
    }
}
