import CryptoPrimitives
import Foundation
package import KeyManagement
import RoundTrip
package import StrictJSON

/// The test vectors of the wire format (§10).
package struct KnownAnswerFile: Sendable {
    /// The file.
    package let root: JSONObject
    private let keys: [(name: UTF8Text, key: Key)]

    /// Parses the file, which is longer than a payload may be.
    package init(parsing bytes: [UInt8]) throws(CorpusError) {
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: 1 << 24)),
            let root = value.objectValue, root["format"] == "sealedpush-v1", let keys = root["keys"]?.objectValue
        else { throw CorpusError(code: .invalidVectors, reason: "expected the test vectors of format sealedpush-v1") }
        self.root = root
        self.keys = try keys.map { member throws(CorpusError) in
            guard let fields = member.value.objectValue, let key = Self.key(fields) else {
                throw CorpusError(code: .invalidVectors, reason: "key \(member.name) has no usable role or secret")
            }
            return (member.name, key)
        }
    }

    private static func key(_ fields: JSONObject) -> Key? {
        guard let role = fields["role"]?.stringValue.flatMap(KeyRole.init(rawValue:)),
            let text = fields[role == .shared ? "k" : "d"]?.stringValue,
            let secret = try? SecretMemory(base64URL: Array(text.utf8).slice.span, byteCount: 32)
        else { return nil }
        let material: Key.Material?
        switch role {
        case .device, .provider: material = (try? X25519.PrivateKey(secret)).map(Key.Material.pair)
        case .shared:
            let purposes = fields["purposes"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let key = try? SharedKey(secret, purposes: purposes.map(Purpose.init(rawValue:)))
            material = key.map(Key.Material.symmetric)
        }
        return material.map { Key(role, $0, state: .active, created: Date(unixTime: 0)) }
    }

    /// The cases of a list; empty for a list that the file does not have.
    package func cases(_ list: String) -> [KnownAnswer] {
        root[list]?.arrayValue?.compactMap(\.objectValue).map(KnownAnswer.init(fields:)) ?? []
    }

    /// Returns a key by its name in the file, in a state.
    package func key(_ name: String, state: KeyState = .active) throws(CorpusError) -> Key {
        guard let key = keys.first(where: { $0.name == UTF8Text(name) })?.key else {
            throw CorpusError(code: .invalidVectors, reason: "the test vectors have no key \(name)")
        }
        return Key(key.role, key.material, state: state, created: Date(unixTime: 0))
    }

    /// Returns the keyring of a role from the list of a case; nil if the list is empty.
    package func keyring(_ list: JSONValue?, role: KeyRole) throws(CorpusError) -> Keyring? {
        guard let entries = list?.arrayValue, !entries.isEmpty else { return nil }
        let keys = try entries.map { entry throws(CorpusError) in
            let fields = KnownAnswer(fields: entry.objectValue ?? [:])
            let state = try KeyState(name: fields.require("state"), until: fields.time("until"))
            return try key(fields.require("key"), state: state)
        }
        return Keyring(name: UTF8Text(role.rawValue), role: role, keys: keys)
    }

    /// The keys of both halves of ``KnownAnswer`` lists that name none: `device`, `provider` and `shared`.
    func halves() throws(CorpusError) -> RoundTripKeys {
        RoundTripKeys(
            device: Keyring(name: "device", role: .device, keys: [try key("device")]),
            provider: Keyring(name: "provider", role: .provider, keys: [try key("provider")]),
            shared: Keyring(name: "shared", role: .shared, keys: [try key("shared")]))
    }
}

extension KeyState {
    /// Creates a state from its name; an unknown one, and `retiring` without an end, is an error.
    init(name: String, until: Date?) throws(CorpusError) {
        switch (name, until) {
        case ("active", _): self = .active
        case ("pending", _): self = .pending
        case ("retiring", let until?): self = .retiring(until: until)
        case ("revoked", _): self = .revoked
        default: throw CorpusError(code: .invalidVectors, reason: "\(name) is not the state of a key")
        }
    }
}
