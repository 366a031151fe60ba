package import CryptoPrimitives
import StrictJSON

/// Writes a keyring as a JWK Set into guarded memory, one key a line.
package enum KeySetWriter {
    /// Returns the file's text.
    ///
    /// - Throws: ``KeyError`` with `unavailable` when guarded memory is not to be had.
    package static func write(_ keyring: Keyring) throws(KeyError) -> SecretMemory {
        var pieces: [SecretText.Piece] = [.plain("{\"keys\":[\n")]
        for (index, key) in keyring.keys.enumerated() {
            if index > 0 { pieces.append(.plain(",\n")) }
            pieces += jwk(of: key)
        }
        pieces.append(.plain("\n]"))
        if !keyring.otherMembers.isEmpty {
            // The object's own members, behind a comma instead of its opening brace.
            pieces.append(.plain([UInt8(ascii: ",")] + keyring.otherMembers.serialized().dropFirst()))
        } else {
            pieces.append(.plain("}"))
        }
        pieces.append(.plain("\n"))
        do throws(CryptoError) {
            return try SecretText.joining(pieces)
        } catch {
            throw KeyError(error)
        }
    }

    /// Returns one key as a JWK on a line.
    static func line(of key: Key) throws(CryptoError) -> SecretMemory {
        try SecretText.joining(jwk(of: key) + [.plain("\n")])
    }

    private static func jwk(of key: Key) -> [SecretText.Piece] {
        var members = JSONObject()
        var secret: (name: String, value: SecretMemory)?
        switch key.material {
        case .device(let pair): secret = ("d", pair.pair.secret)
        case .provider(let pair): secret = ("d", pair.pair.secret)
        case .shared(let key): secret = ("k", key.secret)
        case .devicePublic, .providerPublic: secret = nil
        }
        if let point = key.devicePublicKey?.rawRepresentation ?? key.providerPublicKey?.rawRepresentation {
            members["kty"] = "OKP"
            members["crv"] = "X25519"
            members["x"] = .string(Base64URL.string(encoding: point.span))
        } else {
            members["kty"] = "oct"
        }
        members["use"] = "enc"
        members["kid"] = .string(key.thumbprint.description)
        members[JWK.lifeMember] = .object(life(of: key))
        for member in key.otherMembers { members[member.name] = member.value }

        let text = members.serialized()
        guard let secret else { return [.plain(text)] }
        return [
            .plain(text.dropLast() + Array(",\"\(secret.name)\":\"".utf8)),
            .base64URL(secret.value),
            .plain("\"}"),
        ]
    }

    private static func life(of key: Key) -> JSONObject {
        var life = JSONObject()
        life["role"] = .string(key.role.rawValue)
        life["state"] = .string(key.state.name)
        life["created"] = .number(JSONNumber(key.created))
        if case .retiring(let until) = key.state { life["until"] = .number(JSONNumber(until)) }
        for member in key.otherLifeMembers { life[member.name] = member.value }
        return life
    }
}
