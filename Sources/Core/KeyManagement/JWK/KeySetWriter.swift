package import CryptoPrimitives
import StrictJSON

/// Writes a keyring as a JWK Set into guarded memory, one key a line.
package enum KeySetWriter {
    package static func write(_ keyring: Keyring) throws(KeyError) -> SecretMemory {
        var pieces: [SecretText.Piece] = [.plain("{\"keys\":[\n")]
        for (index, key) in keyring.keys.enumerated() {
            if index > 0 { pieces.append(.plain(",\n")) }
            pieces += jwk(of: key)
        }
        // The other members, behind a comma instead of their object's opening brace.
        let rest = keyring.otherMembers.serialized().dropFirst()
        pieces += [.plain(keyring.otherMembers.isEmpty ? "\n]" : "\n],"), .plain(rest + [UInt8(ascii: "\n")])]
        return try withKeyErrors(try SecretText.joining(pieces))
    }

    /// The public halves of a keyring up to the sealed one: a JWK Set that is still open.
    static func start(of keyring: Keyring, _ life: JSONObject) -> [UInt8] {
        let keys = keyring.keys.compactMap(\.publicHalf).map { members(of: $0).serialized() }
        return Array("{\"keys\":[\n".utf8) + keys.joined(separator: Array(",\n".utf8))
            + Array("\n],\"\(JWK.lifeMember)\":".utf8) + life.serialized() + Array(",\"keyring\":\"".utf8)
    }

    static func line(of key: Key) throws(CryptoError) -> SecretMemory {
        try SecretText.joining(jwk(of: key) + [.plain("\n")])
    }

    /// All members of a key but its secret.
    private static func members(of key: Key) -> JSONObject {
        var members = key.publicJWK ?? ["kty": "oct", "use": "enc", "kid": .string(key.thumbprint.description)]
        members[JWK.lifeMember] = .object(life(of: key))
        for member in key.otherMembers { members[member.name] = member.value }
        return members
    }

    private static func jwk(of key: Key) -> [SecretText.Piece] {
        let text = members(of: key).serialized()
        let (name, secret): (String, SecretMemory)
        switch key.material {
        case .pair(let pair): (name, secret) = ("d", pair.secret)
        case .symmetric(let key): (name, secret) = ("k", key.secret)
        case .publicHalf: return [.plain(text)]
        }
        return [.plain(text.dropLast() + Array(",\"\(name)\":\"".utf8)), .base64URL(secret), .plain("\"}")]
    }

    private static func life(of key: Key) -> JSONObject {
        var life: JSONObject = [
            "role": .string(key.role.rawValue), "state": .string(key.state.name),
            "created": .number(JSONNumber(key.created.unixTime)),
        ]
        if let shared = key.sharedKey { life["purposes"] = .array(shared.purposes.map { .string($0.rawValue) }) }
        if case .retiring(let until) = key.state { life["until"] = .number(JSONNumber(until.unixTime)) }
        for member in key.otherLifeMembers { life[member.name] = member.value }
        return life
    }
}
