import CryptoPrimitives
import StrictJSON

/// The members of one JWK (RFC 7517 §4, RFC 8037 §2), its secrets apart.
package struct JWK {
    /// The values of members that a key of another program lacks.
    package struct Defaults: Sendable {
        let role: KeyRole
        let created: UInt32
    }

    /// The secret members of a JWK, 32 bytes each.
    struct Secrets {
        /// The secret half of a pair.
        var d: SecretMemory?
        /// A symmetric key.
        var k: SecretMemory?

        /// Whether there are none.
        var isEmpty: Bool { d == nil && k == nil }
    }

    /// All members but `d` and `k`.
    let members: JSONObject
    /// The values of those two.
    var secrets = Secrets()
    /// The position of the JWK, for messages.
    let place: String

    /// The member that holds what JWK has no name for: role, state and times.
    static let lifeMember = "sealedpush"
    private static let knownMembers = ["kty", "crv", "x", "use", "kid", lifeMember]
    private static let knownSharedMembers = ["kty", "use", "kid", lifeMember]
    private static let knownLifeMembers = ["role", "state", "created", "until"]

    /// Makes the key that the members describe; without defaults it has to say its role and state itself.
    func key(_ defaults: Defaults?) throws(KeyError) -> Key {
        guard let life = members[Self.lifeMember]?.objectValue ?? (defaults == nil ? nil : JSONObject()) else {
            throw malformed("has no member \"\(Self.lifeMember)\" that says its role and state")
        }
        guard let role = life["role"].map({ $0.stringValue.flatMap(KeyRole.init(rawValue:)) }) ?? defaults?.role else {
            throw malformed("has no role of device, provider or shared")
        }
        guard members["use"] == nil || members["use"] == "enc" else {
            throw KeyError(.invalidKey, "\(place) is not for encryption (\"use\" enc)")
        }
        let material: Key.Material
        switch role {
        case .device: material = try pair(Key.Material.device, or: Key.Material.devicePublic)
        case .provider: material = try pair(Key.Material.provider, or: Key.Material.providerPublic)
        case .shared: material = .shared(try sharedKey())
        }
        let isNew = defaults != nil && !life.contains("state")
        var key = Key(
            material, state: isNew ? .active : try state(in: life),
            created: try seconds("created", in: life) ?? defaults?.created ?? 0)
        // Another program may name its keys as it likes (RFC 7517 §4.5); in a file of ours this would name another key.
        guard defaults != nil || members["kid"] == nil || members["kid"] == .string(key.thumbprint.description) else {
            throw malformed("has another \"kid\" than its thumbprint; expected \(key.thumbprint), or no \"kid\"")
        }
        key.otherMembers = members.without(role == .shared ? Self.knownSharedMembers : Self.knownMembers)
        key.otherLifeMembers = life.without(Self.knownLifeMembers)
        return key
    }

    /// The public key in the members, of whatever role the caller expects.
    func publicKey<Role>() throws(KeyError) -> PublicKey<Role> {
        let kind = members["kty"]
        guard kind == "OKP" || kind == "EC" else {
            throw KeyError(.invalidKey, "\(place) is no X25519 key (\"kty\" OKP, \"crv\" X25519)")
        }
        guard kind == "OKP", members["crv"] == "X25519" else {
            throw KeyError(.wrongCurve, "\(place) is on another curve than X25519")
        }
        guard let x = members["x"]?.stringValue, let bytes = Base64URL.decode(x.utf8.span) else {
            throw KeyError(.invalidKey, "member \"x\" of \(place) is not base64url")
        }
        return try PublicKey(rawRepresentation: bytes)
    }

    private func pair<Role>(
        _ makePair: (PrivateKey<Role>) -> Key.Material,
        or makePublic: (PublicKey<Role>) -> Key.Material
    ) throws(KeyError) -> Key.Material {
        let publicKey: PublicKey<Role> = try publicKey()
        guard secrets.k == nil else { throw malformed("has a member \"k\", which X25519 keys do not have") }
        guard let secret = secrets.d else { return makePublic(publicKey) }
        let privateKey: PrivateKey<Role>
        do throws(CryptoError) {
            privateKey = PrivateKey(try X25519.PrivateKey(secret))
        } catch {
            throw KeyError(error)
        }
        guard privateKey.publicKey == publicKey else {
            throw KeyError(.mismatchedHalves, "\"x\" of \(place) is not the public half of its \"d\"")
        }
        return makePair(privateKey)
    }

    private func sharedKey() throws(KeyError) -> SharedKey {
        guard members["kty"] == "oct", let secret = secrets.k, secrets.d == nil else {
            throw KeyError(.invalidKey, "\(place) is no symmetric key (\"kty\" oct, \"k\")")
        }
        do throws(CryptoError) {
            return try SharedKey(secret)
        } catch {
            throw KeyError(error)
        }
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
            guard let until = try seconds("until", in: life) else {
                throw malformed("is retiring, but has no \"until\"")
            }
            return .retiring(until: until)
        default: throw malformed("has no state of pending, active, retiring or revoked")
        }
    }

    private func seconds(_ name: String, in life: JSONObject) throws(KeyError) -> UInt32? {
        guard let value = life[name] else { return nil }
        guard let seconds = value.numberValue?.int.flatMap(UInt32.init(exactly:)) else {
            throw malformed("has a \"\(name)\" that is no UNIX time of 32 bits")
        }
        return seconds
    }

    private func malformed(_ reason: String) -> KeyError {
        KeyError(.malformed, "\(place) \(reason)")
    }
}

extension JSONObject {
    /// The members whose names are not in a short list; none in most keys, and then nothing is made.
    fileprivate func without(_ names: [String]) -> JSONObject {
        var rest = JSONObject()
        for member in self where !names.contains(where: member.name.hasSameBytes(as:)) {
            rest[member.name] = member.value
        }
        return rest
    }
}
