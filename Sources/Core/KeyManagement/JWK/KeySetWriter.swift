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
        var members = keyring.otherMembers
        let life = life(of: keyring) + (members[JWK.lifeMember]?.objectValue ?? JSONObject())
        members[JWK.lifeMember] = life.isEmpty ? nil : .object(life)
        // The other members, behind a comma instead of their object's opening brace.
        let rest = members.serialized().dropFirst()
        pieces += [.plain(members.isEmpty ? "\n]" : "\n],"), .plain(rest + [UInt8(ascii: "\n")])]
        return try withKeyErrors(try SecretText.joining(pieces))
    }

    /// The members that make a provider's keys a published set; none for other keys.
    static func life(of keyring: Keyring) -> JSONObject {
        guard keyring.setVersion > 0 else { return JSONObject() }
        return [
            "role": .string(keyring.role.rawValue), "version": .number(JSONNumber(keyring.setVersion)),
            "issued": .number(JSONNumber(keyring.issued.unixTime)),
        ]
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
        for member in key.otherMembers { members[member.name.string] = member.value }
        return members
    }

    private static func jwk(of key: Key) -> [SecretText.Piece] {
        var members = members(of: key)
        let secrets = key.enrolment?.objects ?? []
        if !secrets.isEmpty { members[JWK.lifeMember] = nil }
        var pieces: [SecretText.Piece] = [.plain(members.serialized().dropLast())]
        if !secrets.isEmpty {
            pieces += [.plain(",\"\(JWK.lifeMember)\":"), .plain(life(of: key).serialized().dropLast())]
            for object in secrets { pieces += object.pieces }
            pieces.append(.plain("}"))
        }
        switch key.material {
        case .pair(let pair): pieces += Self.member("d", pair.secret)
        case .symmetric(let key): pieces += Self.member("k", key.secret)
        case .publicHalf: break
        }
        return pieces + [.plain("}")]
    }

    fileprivate static func member(_ name: UTF8Text, _ secret: SecretMemory) -> [SecretText.Piece] {
        [.plain(",\"\(name)\":\""), .base64URL(secret), .plain("\"")]
    }

    private static func life(of key: Key) -> JSONObject {
        var life: JSONObject = [
            "role": .string(key.role.rawValue), "state": .string(key.state.name),
            "created": .number(JSONNumber(key.created.unixTime)),
        ]
        if let shared = key.sharedKey { life["purposes"] = .array(shared.purposes.map { .string($0.rawValue) }) }
        if case .retiring(let until) = key.state { life["until"] = .number(JSONNumber(until.unixTime)) }
        if key.setVersion > 0 { life["version"] = .number(JSONNumber(key.setVersion)) }
        if key.enrolment != nil { life["suite"] = 5 }
        life["expires"] = key.enrolment?.expires.map { .number(JSONNumber($0.unixTime)) }
        return life + key.otherLifeMembers
    }
}

/// An object of an enrolment in a key's `sealedpush` object: plain members, and secrets behind them.
private struct SecretObject {
    let name: String
    var members: JSONObject
    let secrets: [(JWK.Secret, SecretMemory)]

    var pieces: [SecretText.Piece] {
        var pieces: [SecretText.Piece] = [.plain(",\"\(name)\":{")]
        for (secret, value) in secrets {
            pieces += [.plain("\"\(secret.member)\":\""), .base64URL(value), .plain("\",")]
        }
        // Without its opening brace, or without the last comma if there are no members.
        guard members.isEmpty else { return pieces + [.plain(Array(members.serialized().dropFirst()))] }
        return pieces.dropLast() + [.plain("\"}")]
    }
}

extension Enrolment {
    fileprivate var objects: [SecretObject] {
        var objects: [SecretObject] = []
        if let chain {
            var members: JSONObject = [
                "day": .number(JSONNumber(UInt32(chain.day))), "lifetime": .number(JSONNumber(chain.lifetime)),
            ]
            members["kem"] = chain.isPostQuantum ? "ML-KEM-768" : nil
            objects.append(SecretObject(name: "chain", members: members, secrets: [(.chainLink, chain.links.link)]))
        }
        if let offer {
            let seed = offer.seed.map { (JWK.Secret.offerSeed, $0) }
            objects.append(
                SecretObject(
                    name: "offer", members: ["until": .number(JSONNumber(offer.until.unixTime))],
                    secrets: [(.offerKey, offer.ephemeral.secret)] + [seed].compactMap { $0 }))
        }
        if let awaits {
            objects.append(
                SecretObject(
                    name: "awaits", members: JSONObject(),
                    secrets: [(.answer, awaits.answer), (.confirmation, awaits.confirmation)]))
        }
        return objects
    }
}

extension JSONObject {
    /// The members of both; of two of one name, the right one.
    static func + (left: JSONObject, right: JSONObject) -> JSONObject {
        var sum = left
        for member in right { sum[member.name.string] = member.value }
        return sum
    }
}
