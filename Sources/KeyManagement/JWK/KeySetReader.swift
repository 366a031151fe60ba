package import SodiumCrypto
import StrictJSON

/// Reads a JWK Set (RFC 7517) from guarded memory; secrets go straight into guarded memory of their own.
package enum KeySetReader {
    /// The largest file in bytes: room for some 50,000 public keys.
    package static let maximumByteCount = 16 * 1024 * 1024

    /// Reads a keyring.
    ///
    /// - Throws: ``KeyError`` with `malformed` for text that is no JWK Set of ours, and with a code of its own for a key of
    ///   another kind, a wrong size, a low-order point or halves that do not match.
    package static func read(_ text: SecretMemory, name: String) throws(KeyError) -> Keyring {
        do {
            return try text.withBytes { bytes in
                try unsafe bytes.withUnsafeBytes { try unsafe read($0, name: name) }
            }
        } catch let error as KeyError {
            throw error
        } catch let error as JSONError {
            throw KeyError(error, in: "keyring \(name)")
        } catch {
            throw KeyError(.malformed, "keyring \(name) is not a JWK Set")
        }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, name: String) throws -> Keyring {
        var reader = try unsafe JSONReader(bytes, limits: JSONLimits(maximumByteCount: maximumByteCount))
        var keys: [Key]?
        var isDemonstration = false
        var otherMembers = JSONObject()
        try reader.readObject { reader, member in
            switch member {
            case "keys":
                var found: [Key] = []
                try reader.readArray { reader, index in
                    found.append(try unsafe readKey(&reader, in: bytes, at: index, of: name))
                }
                keys = found
            case "sealedpush":
                let life = try reader.readValue()
                isDemonstration = life.objectValue?["demonstration"] == true
                otherMembers[member] = life
            default:
                otherMembers[member] = try reader.readValue()
            }
        }
        try reader.readEnd()
        guard let keys else { throw KeyError(.malformed, "keyring \(name) has no member \"keys\"") }
        guard let role = keys.first?.role else { throw KeyError(.malformed, "keyring \(name) holds no key") }
        guard keys.allSatisfy({ $0.role == role }) else {
            throw KeyError(.malformed, "keyring \(name) mixes keys of several roles")
        }
        guard Set(keys.map(\.thumbprint)).count == keys.count else {
            throw KeyError(.duplicate, "keyring \(name) holds one key twice")
        }
        return Keyring(
            name: name, role: role, keys: keys, isDemonstration: isDemonstration, otherMembers: otherMembers)
    }

    private static func readKey(
        _ reader: inout JSONReader,
        in bytes: UnsafeRawBufferPointer,
        at index: Int,
        of name: String
    ) throws -> Key {
        var secrets: [String: SecretMemory] = [:]
        var members = JSONObject()
        try reader.readObject { reader, member in
            guard member == "d" || member == "k" else {
                members[member] = try reader.readValue()
                return
            }
            let range = try reader.readRawString()
            let text: Span<UInt8> = unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[range]))
            do {
                secrets[member] = try SecretMemory(base64URL: text, byteCount: SharedKey.byteCount)
            } catch CryptoError.incorrectSize {
                throw KeyError(
                    .invalidKey,
                    "member \"\(member)\" of key \(index) in keyring \(name) is not 32 bytes in base64url")
            }
        }
        return try JWK(members: members, secrets: secrets, place: "key \(index) in keyring \(name)").key()
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
