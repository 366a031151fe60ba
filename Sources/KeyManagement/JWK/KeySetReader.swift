package import CryptoPrimitives
import StrictJSON

/// Reads a JWK Set (RFC 7517) from guarded memory; secrets go straight into guarded memory of their own.
package enum KeySetReader {
    /// The largest file in bytes: room for some 50,000 public keys.
    package static let maximumByteCount = 16 * 1024 * 1024

    /// Reads a keyring, and with defaults also one JWK alone or keys of other programs; asks for its passphrase where it has one.
    ///
    /// - Throws: ``KeyError`` with `malformed` for text that is no JWK Set of ours, with a code of its own for a key of
    ///   another kind, a wrong size, a low-order point or halves that do not match, and with `locked`, `wrongPassphrase` or
    ///   `excessiveCost` for a protected one.
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
                throw KeyError(.locked, "keyring \(name) is protected by a passphrase, and none was given")
            }
            let (text, protection) = try Protection.open(sealed, with: passphrase(name), name: name)
            guard case .keyring(var keyring) = try parse(text, name: name, defaults: defaults) else {
                throw KeyError(.malformed, "keyring \(name) is protected twice")
            }
            keyring.protection = protection
            return keyring
        }
    }

    /// What a text turned out to be.
    private enum Content {
        case keyring(Keyring)
        case protected(Protection.Sealed)
    }

    private static func parse(
        _ text: SecretMemory,
        name: String,
        defaults: JWK.Defaults?
    ) throws(KeyError) -> Content {
        do {
            return try text.withBytes { bytes in
                try unsafe bytes.withUnsafeBytes { try unsafe parse($0, name: name, defaults: defaults) }
            }
        } catch let error as KeyError {
            throw error
        } catch let error as JSONError {
            throw KeyError(error, in: "keyring \(name)")
        } catch {
            throw KeyError(.malformed, "keyring \(name) is not a JWK Set")
        }
    }

    private static func parse(
        _ bytes: UnsafeRawBufferPointer,
        name: String,
        defaults: JWK.Defaults?
    ) throws -> Content {
        var reader = try unsafe JSONReader(bytes, limits: JSONLimits(maximumByteCount: maximumByteCount))
        var keys: [Key]?
        var secrets = JWK.Secrets()
        var members = JSONObject()
        try reader.readObject { reader, member in
            switch member {
            case "keys":
                var found: [Key] = []
                try reader.readArray { reader, index in
                    let place = "key \(index) in keyring \(name)"
                    var secrets = JWK.Secrets()
                    var members = JSONObject()
                    try reader.readObject { reader, member in
                        try unsafe read(member, of: &reader, in: bytes, place, &members, &secrets)
                    }
                    found.append(try JWK(members: members, secrets: secrets, place: place).key(defaults))
                }
                keys = found
            default:
                try unsafe read(member, of: &reader, in: bytes, "keyring \(name)", &members, &secrets)
            }
        }
        try reader.readEnd()
        if keys == nil, let sealed = try Protection.parse(members, name: name) { return .protected(sealed) }
        if keys == nil, members.contains("kty") {
            guard let defaults else {
                throw KeyError(.malformed, "\(name) is one JWK and no keyring; import it")
            }
            keys = [try JWK(members: members, secrets: secrets, place: "key \(name)").key(defaults)]
            (members, secrets) = (JSONObject(), JWK.Secrets())
        }
        guard secrets.isEmpty else { throw KeyError(.malformed, "keyring \(name) has a secret beside its keys") }
        guard let keys else { throw KeyError(.malformed, "keyring \(name) has no member \"keys\"") }
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
                isDemonstration: members["sealedpush"]?.objectValue?["demonstration"] == true, otherMembers: members))
    }

    /// Reads a member of a JWK or of a set: a secret into guarded memory, anything else as it is.
    private static func read(
        _ member: String,
        of reader: inout JSONReader,
        in bytes: UnsafeRawBufferPointer,
        _ place: String,
        _ members: inout JSONObject,
        _ secrets: inout JWK.Secrets
    ) throws {
        guard member == "d" || member == "k" else {
            members[member] = try reader.readValue()
            return
        }
        let range = try reader.readRawString()
        let text: Span<UInt8> = unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[range]))
        do {
            let secret = try SecretMemory(base64URL: text, byteCount: SharedKey.byteCount)
            if member == "d" { secrets.d = secret } else { secrets.k = secret }
        } catch CryptoError.incorrectSize {
            throw KeyError(.invalidKey, "member \"\(member)\" of \(place) is not 32 bytes in base64url")
        }
    }
}

extension KeyError {
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
