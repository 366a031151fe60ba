import Foundation
import KeyManagement
import PushPayload
import TestSupport
import Testing

/// A file of `Fixtures/hostile`: header lines, an empty line, then bytes.
struct HostileCase: Sendable, CustomTestStringConvertible {
    enum Kind: String, CaseIterable, Sendable { case body, payload, keyring }

    let testDescription: String
    let kind: Kind
    let content: [UInt8]
    private let fields: [(name: String, value: String)]

    init(file: URL, kind: Kind) throws {
        let bytes = try Array(Data(contentsOf: file))
        var fields: [(name: String, value: String)] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            guard let colon = line.firstRange(of: ": ") else { throw MissingField("header line") }
            fields.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            rest = rest[(end + 1)...]
        }
        guard rest.first == UInt8(ascii: "\n") else { throw MissingField("empty line") }
        self.fields = fields
        self.kind = kind
        content = Array(rest.dropFirst())
        testDescription = "\(kind.rawValue)/\(file.deletingPathExtension().lastPathComponent)"
        guard self["kind"] == kind.rawValue else { throw MissingField("kind") }
    }

    /// The value of a header that stands once.
    subscript(name: String) -> String? { all(name).first }

    /// The values of a header that may stand several times.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    var expected: String { self["expect"] ?? "nothing" }

    /// The keys of a role, named as in `Fixtures/vectors/v1.json`, with a state and an end where they are not active.
    func keyring(_ role: KeyRole) throws -> Keyring? {
        let file = try #require(KnownAnswerFile.shared)
        let keys = try all(role.rawValue).map { line in
            let words = line.split(separator: " ").map(String.init)
            let state: KeyState =
                switch words.dropFirst().first {
                case "pending": .pending
                case "retiring": .retiring(until: Date(words.last.flatMap { UInt32($0) } ?? 0))
                case "revoked": .revoked
                default: .active
                }
            return try file.key(words[0], state: state)
        }
        return keys.isEmpty ? nil : Keyring(name: role.rawValue, role: role, keys: keys)
    }

    static func all(_ kind: Kind) throws -> [HostileCase] {
        let folder = PayloadFixture.folder.deletingLastPathComponent().appending(path: "hostile/\(kind.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "case" }.sorted { $0.path < $1.path }
            .map { try HostileCase(file: $0, kind: kind) }
    }
}
