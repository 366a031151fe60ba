import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

@Suite("The secrets of an enrolment in a text")
struct EnrolmentTextTests {
    private func keyring(_ life: String, _ d: Bool = true) throws -> Keyring {
        let text = KnownKeys.set(KnownKeys.pair(role: "device", life: #""state":"active","created":1,"# + life))
        return try Keyring(KeyringText(copying: Array(text.utf8).span), name: "phone")
    }

    /// The seed of an ML-KEM-768 key, 64 bytes.
    private static let seed = String(repeating: "AQID", count: 21) + "AQ"
    private static let chain = #""chain":{"k":"\#(KnownKeys.shared)","day":20778,"lifetime":7}"#

    @Test(
        "a chain, an offer and an awaited confirmation are read and written as they are",
        arguments: [
            #""suite":5"#, #""suite":5,\#(chain)"#,
            #""suite":5,"chain":{"k":"\#(KnownKeys.shared)","day":65535,"lifetime":30,"kem":"ML-KEM-768"}"#,
            #""suite":5,\#(chain),"awaits":{"answer":"\#(KnownKeys.alice)","confirmation":"\#(KnownKeys.bob)"}"#,
            #""suite":5,"offer":{"e":"\#(KnownKeys.alice)","until":9}"#, #""suite":5,"expires":7,\#(chain)"#,
            #""suite":5,"offer":{"e":"\#(KnownKeys.alice)","m":"\#(seed)","until":9}"#,
        ])
    func roundTrip(life: String) throws {
        let read = try keyring(life)
        let again = try Keyring(read.text(), name: "phone")
        #expect(try read.string == again.string)
        #expect(try JSONValue(parsing: Array(read.string.utf8)) == JSONValue(parsing: Array(again.string.utf8)))
        let written = try JSONValue(parsing: Array(read.string.utf8)).objectValue?["keys"]?.arrayValue?.first
        let expected = try JSONValue(
            parsing: Array("{\"role\":\"device\",\"state\":\"active\",\"created\":1,\(life)}".utf8))
        #expect(written?.objectValue?["sealedpush"].map(sorted) == sorted(expected))
    }

    /// The value with the members of all objects in one order.
    private func sorted(_ value: JSONValue) -> JSONValue {
        guard case .object(let object) = value else { return value }
        var result = JSONObject()
        for member in object.sorted(by: { $0.name < $1.name }) { result[member.name.string] = sorted(member.value) }
        return .object(result)
    }

    @Test(
        "another form is refused",
        arguments: [
            (#""suite":4"#, KeyError.Code.malformed), (#""suite":"5""#, .malformed), (chain, .malformed),
            (#""expires":1"#, .malformed),
            (#""suite":5,"chain":{"day":20778,"lifetime":7}"#, .malformed),
            (#""suite":5,"chain":{"k":"AAAA","day":20778,"lifetime":7}"#, .invalidKey),
            (#""suite":5,"chain":{"k":"\#(KnownKeys.shared)","day":65536,"lifetime":7}"#, .malformed),
            (#""suite":5,"chain":{"k":"\#(KnownKeys.shared)","day":20778,"lifetime":0}"#, .malformed),
            (#""suite":5,"chain":{"k":"\#(KnownKeys.shared)","day":20778,"lifetime":31}"#, .malformed),
            (#""suite":5,"chain":{"k":"\#(KnownKeys.shared)","day":20778,"lifetime":7,"kem":"x"}"#, .malformed),
            (#""suite":5,"chain":7"#, .malformed),
            (#""suite":5,"awaits":{"answer":"\#(KnownKeys.alice)","confirmation":"\#(KnownKeys.bob)"}"#, .malformed),
            (#""suite":5,"offer":{"until":9}"#, .malformed),
            (#""suite":5,"offer":{"e":"\#(KnownKeys.alice)"}"#, .malformed),
            (#""suite":5,"offer":{"e":"\#(KnownKeys.alice)","m":"\#(KnownKeys.bob)","until":9}"#, .invalidKey),
            (#""suite":5,"offer":{"e":"\#(seed)","until":9}"#, .invalidKey),
        ])
    func refused(life: String, code: KeyError.Code) {
        expectError(code) { try keyring(life) }
    }

    @Test("a provider's key is of no suite")
    func otherRole() {
        expectError(.malformed) {
            let text = KnownKeys.set(
                KnownKeys.pair(role: "provider", life: #""state":"active","created":1,"suite":5"#))
            return try Keyring(KeyringText(copying: Array(text.utf8).span), name: "bank")
        }
    }
}
