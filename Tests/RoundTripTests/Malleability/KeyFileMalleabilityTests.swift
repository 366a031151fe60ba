import Foundation
import KeyManagement
import StrictJSON
import Testing

/// Reading a key file and writing it again is the identity or a refusal: nothing is lost, nothing means something else.
///
/// Written anew from the key itself are `kid`, its thumbprint, and `use`; of a key that is not retiring `until` is not kept,
/// and of a shared key neither `crv` nor `x`, which it has not.
@Suite("Key files say the same when written again")
struct KeyFileMalleabilityTests {
    private static func bytes(of keyring: Keyring) throws -> [UInt8] {
        try keyring.text().withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    private static func read(_ text: [UInt8]) -> Keyring? {
        (try? KeyringText(copying: text.span)).flatMap { try? Keyring($0, name: "a") }
    }

    /// The demonstration's keyrings, which the command line wrote.
    private static let written: [URL] = {
        let folder = PayloadFixture.folder.deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "keys")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "jwks" }.sorted { $0.path < $1.path }
    }()

    @Test("what the toolkit wrote comes out byte for byte", arguments: written)
    func identity(file: URL) throws {
        #expect(Self.written.count == 5)
        let text = try Array(Data(contentsOf: file))
        let keyring = try #require(Self.read(text))
        #expect(try Self.bytes(of: keyring) == text)
    }

    @Test("every flipped bit of a key file is refused, or still stands there when it is written", arguments: written)
    func everyFlippedBit(file: URL) throws {
        let text = try Array(Data(contentsOf: file))
        let good = try JSONValue(parsing: text)
        var kept = 0
        for place in text.indices {
            for bit in 0..<8 {
                var changed = text
                changed[place] ^= 1 << UInt8(bit)
                guard let keyring = Self.read(changed), let said = try? JSONValue(parsing: changed), said != good else {
                    continue
                }
                kept += 1
                let written = try JSONValue(parsing: Self.bytes(of: keyring))
                if let lost = said.firstMember(notIn: written) {
                    Issue.record("bit \(bit) of byte \(place): \(lost) is lost")
                }
            }
        }
        #expect(kept > 50, "the names of unknown members and the times can change")
    }

    @Test("a hostile key file is refused, or nothing of it is lost")
    func hostileFiles() throws {
        for hostile in try HostileCase.all(.keyring) {
            guard let keyring = Self.read(hostile.content) else { continue }
            let (said, written) = try (JSONValue(parsing: hostile.content), JSONValue(parsing: Self.bytes(of: keyring)))
            #expect(said.firstMember(notIn: written) == nil, "\(hostile)")
        }
    }
}

extension JSONValue {
    /// The path of a member that the other value has not, or has with another value; nil if there is none.
    fileprivate func firstMember(notIn other: JSONValue) -> String? {
        switch (self, other) {
        case (.object(let object), .object(let others)):
            for member in object where !object.isWrittenAnew(member.name) {
                guard let counterpart = others[member.name] else { return member.name }
                if let path = member.value.firstMember(notIn: counterpart) { return "\(member.name)/\(path)" }
            }
            return nil
        case (.array(let elements), .array(let others)):
            guard elements.count == others.count else { return "count" }
            for (index, pair) in zip(elements, others).enumerated() {
                if let path = pair.0.firstMember(notIn: pair.1) { return "\(index)/\(path)" }
            }
            return nil
        case (.number(let number), .number(let otherNumber)):
            return number.decimal == otherNumber.decimal ? nil : "value"
        default:
            return self == other ? nil : "value"
        }
    }
}

extension JSONObject {
    fileprivate func isWrittenAnew(_ name: String) -> Bool {
        switch name {
        case "kid", "use": contains("kty")
        case "until": contains("role") && self["state"] != "retiring"
        case "crv", "x": self["kty"] == "oct"
        default: false
        }
    }
}
