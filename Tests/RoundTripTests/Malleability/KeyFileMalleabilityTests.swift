import Conformance
import Foundation
import KeyManagement
import RoundTrip
import StrictJSON
import Testing

/// Reading a key file and writing it again is the identity or a refusal: nothing is lost, nothing means something else.
@Suite("Key files say the same when written again")
struct KeyFileMalleabilityTests {
    private static func bytes(of keyring: Keyring) throws -> [UInt8] {
        try keyring.text().withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    private static func read(_ text: [UInt8]) -> Keyring? {
        (try? KeyringText(copying: text.span)).flatMap { try? Keyring($0, name: "a") }
    }

    /// Keyrings that the command line wrote.
    private static let written: [URL] = {
        let folder = PayloadFixture.folder.deletingLastPathComponent().appending(path: "keyrings")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "jwks" }.sorted { $0.path < $1.path }
    }()

    @Test("a key file is read and written byte for byte", arguments: written)
    func identity(file: URL) throws {
        #expect(Self.written.count == 5)
        let text = try Array(Data(contentsOf: file))
        let keyring = try #require(Self.read(text))
        #expect(try Self.bytes(of: keyring) == text)
    }

    @Test("every flipped bit of a key file is refused, or kept when the file is written", arguments: written)
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

    @Test(
        "a key file with contradicting members is refused",
        arguments: [
            (
                #""kid":"u809"#, #""kid":"u808"#,
                "has another \"kid\" than its thumbprint; expected u809Vppx5ixWMOohxWr2aM3m5bD0LQ67g_GPmubQus4, "
                    + "or no \"kid\""
            ),
            (#""state":"active""#, #""state":"active","until":1795263600"#, "has an \"until\", but is not retiring"),
            (#""state":"active""#, #""state":"revoked","until":1795263600"#, "has an \"until\", but is not retiring"),
        ])
    func writtenOtherwise(part: String, change: String, reason: String) throws {
        // Alice's key of RFC 7748 §6.1; its thumbprint as Python's hashlib gives it.
        let good = """
            {"keys":[{"kty":"OKP","crv":"X25519","x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo","use":"enc",\
            "kid":"u809Vppx5ixWMOohxWr2aM3m5bD0LQ67g_GPmubQus4","sealedpush":{"role":"device","state":"active","created":1795263600}}]}
            """
        #expect(Self.read(Array(good.utf8)) != nil)
        let changed = good.replacing(part, with: change)
        #expect(changed != good)
        let error = #expect(throws: KeyError.self) {
            try Keyring(KeyringText(copying: Array(changed.utf8).span), name: "a")
        }
        #expect(error?.code == .malformed)
        #expect(error?.reason.hasSuffix(reason) == true, "\(String(describing: error))")
    }

    @Test("a hostile key file is refused, or kept completely")
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
            for member in object {
                guard let counterpart = others[member.name.string] else { return member.name.string }
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
