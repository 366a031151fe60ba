import CryptoPrimitives
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import StrictJSON
import TestSupport
import Testing

/// `Fixtures/vectors/v1.json`, whose fields are described in the wire format, section 17.
struct KnownAnswerFile: Sendable {
    let root: JSONObject

    static let shared: KnownAnswerFile? = {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/vectors/v1.json")
        guard let data = try? Data(contentsOf: file),
            let value = try? JSONValue(parsing: Array(data), limits: JSONLimits(maximumByteCount: 1 << 24))
        else { return nil }
        return value.objectValue.map(KnownAnswerFile.init(root:))
    }()

    /// The cases of one list, so that a missing file shows as a test without cases, which counting catches.
    static func cases(_ list: String) -> [KnownAnswer] {
        shared?.root[list]?.arrayValue?.compactMap(\.objectValue).map(KnownAnswer.init(fields:)) ?? []
    }

    /// A key by its name in the file, in a state.
    func key(_ name: String, state: KeyState = .active) throws -> Key {
        guard let fields = root["keys"]?.objectValue?[name]?.objectValue,
            let role = fields["role"]?.stringValue.flatMap(KeyRole.init(rawValue:)),
            let text = fields[role == .shared ? "k" : "d"]?.stringValue
        else { throw MissingField(name) }
        let secret = try SecretMemory(base64URL: Array(text.utf8).span, byteCount: 32)
        let material: Key.Material =
            switch role {
            case .device, .provider: .pair(try X25519.PrivateKey(secret))
            case .shared: .symmetric(try SharedKey(secret))
            }
        return Key(role, material, state: state, created: 0)
    }

    /// A keyring of one role from a reading's list, or nil where the reader has none.
    func keyring(_ list: JSONValue?, role: KeyRole) throws -> Keyring? {
        guard let entries = list?.arrayValue, !entries.isEmpty else { return nil }
        let keys = try entries.map { entry in
            let fields = entry.objectValue ?? JSONObject()
            let state: KeyState =
                switch fields["state"] {
                case "pending": .pending
                case "retiring": .retiring(until: Date(fields["until"]?.numberValue?.int ?? 0))
                case "revoked": .revoked
                default: .active
                }
            return try key(fields["key"]?.stringValue ?? "", state: state)
        }
        return Keyring(name: role.rawValue, role: role, keys: keys)
    }
}

/// One case of the file, printed by its name.
struct KnownAnswer: Sendable, CustomTestStringConvertible {
    let fields: JSONObject

    var testDescription: String { fields["name"]?.stringValue ?? "unnamed" }

    func text(_ name: String) -> String? { fields[name]?.stringValue }

    func number(_ name: String) -> Int? { fields[name]?.numberValue?.int }

    func duration(_ name: String) -> Duration? { number(name).map { .seconds($0) } }
    func time(_ name: String) -> Date? { number(name).map { Date($0) } }

    /// The time from the sealing to the expiry.
    var expiresIn: Duration? { duration("expiresAt").map { $0 - (duration("issuedAt") ?? .zero) } }

    func bytes(_ name: String) throws -> [UInt8] {
        guard let digits = text(name).map({ Array($0.utf8) }), digits.count.isMultiple(of: 2) else {
            throw MissingField(name)
        }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                throw MissingField(name)
            }
            return byte
        }
    }

    /// The paths under `visiblePaths`.
    func visiblePaths() throws -> [PayloadPath] {
        try (fields["visiblePaths"]?.arrayValue ?? []).map { try PayloadPath(parsing: $0.stringValue ?? "") }
    }
}

/// A field that a case should have had.
struct MissingField: Error, CustomStringConvertible {
    let description: String
    init(_ name: String) { description = "no usable field \(name)" }
}
