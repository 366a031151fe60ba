import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Messages are Codable")
struct MessageCodingTests {
    private struct Request<Message: Codable>: Codable {
        var message: Message
    }

    private func expectSame<Message: Codable>(
        _ message: Message, _ bytes: [UInt8], _ serialize: (Message) -> [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let encoded = try JSONEncoder().encode(Request(message: message))
        // As Foundation reads the two.
        let outer = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: NSDictionary])
        let inner = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
        #expect(outer["message"] == inner, sourceLocation: sourceLocation)
        let decoded = try JSONDecoder().decode(Request<Message>.self, from: encoded).message
        #expect(serialize(decoded) == bytes, sourceLocation: sourceLocation)
        let list = try PropertyListDecoder().decode(
            Request<Message>.self, from: PropertyListEncoder().encode(Request(message: message)))
        #expect(serialize(list.message) == bytes, sourceLocation: sourceLocation)
    }

    @Test("each message is the same JSON object as its bytes")
    func messages() throws {
        let provider = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var device = Keyring.forPublicKeys(name: "phone", role: .device)
        var registration = Keyring.forPublicKeys(name: "jane", role: .device)
        let offer = try device.offer(at: 1)
        let challenge = try registration.challenge(offer, from: #require(provider.primary.providerKey), at: 2)
        let answer = try device.answer(challenge, from: provider.publicHalf(), at: 3)
        let confirmation = try registration.confirm(answer, at: 3)
        let report = device.report(on: try provider.primary.id, at: 4)
        try expectSame(offer, offer.serialized()) { $0.serialized() }
        try expectSame(challenge, challenge.serialized()) { $0.serialized() }
        try expectSame(answer, answer.serialized()) { $0.serialized() }
        try expectSame(confirmation, confirmation.serialized()) { $0.serialized() }
        try expectSame(report, report.serialized()) { $0.serialized() }
    }

    @Test(
        "what is no message of its kind is refused",
        arguments: [
            #"{}"#, #"{"sealedpush":"answer-v2"}"#, #"{"sealedpush":"offer-v2"}"#,
            #"{"sealedpush":"offer-v2","key":1}"#,
            #"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","x":"AA"}}"#,
            #"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","x":"AA","d":"AA"}}"#,
            #"{"sealedpush":"offer-v2","key":{"a":{"a":{"a":{}}}}}"#,
            #"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","x":"B6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9_AsrhtHHw","d":null}}"#,
        ])
    func refused(text: String) {
        #expect(throws: KeyError.self) { try JSONDecoder().decode(KeyOffer.self, from: Data(text.utf8)) }
    }

    @Test(
        "wrong messages are refused with their own errors",
        arguments: [
            ("", KeyError.Code.truncated), ("[]", .malformed), ("{}", .malformed),
            (#"{"sealedpush":"offer-v1","key":{}}"#, .malformed), (#"{"sealedpush":"offer-v2"}"#, .malformed),
            (#"{"sealedpush":"offer-v2","sealedpush":"offer-v2"}"#, .duplicate),
            (#"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"Ed25519","x":"\#(KnownKeys.alice)"}}"#, .wrongCurve),
            (
                #"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","x":"\#(String(repeating: "A", count: 43))"}}"#,
                .lowOrderPublicKey
            ),
            (#"{"sealedpush":"offer-v2","key":{"kty":"OKP","crv":"X25519","d":"AA"}}"#, .malformed),
            (String(repeating: " ", count: 5000), .tooLarge),
        ])
    func wrongOffers(text: String, code: KeyError.Code) {
        expectError(code) { try KeyOffer(parsing: Array(text.utf8)) }
    }

    @Test("a message of another kind is refused by the name of its kind, and no other text is repeated")
    func otherKinds() throws {
        let kinds = ["offer-v2", "challenge-v2", "confirmation-v2", "key-report-v1", "correct horse"]
        for kind in kinds {
            let error = #expect(throws: KeyError.self) {
                try KeyAnswer(parsing: Array(#"{"sealedpush":"\#(kind)"}"#.utf8))
            }
            let reason = try #require(error).reason
            #expect(error?.code == .malformed && reason.contains("a JSON object of the kind answer-v2"))
            #expect(reason.hasSuffix(", but of the kind \(kind)") == (kind != kinds.last), "\(reason)")
            #expect(!reason.contains("horse"))
        }
    }

    @Test("a day is a whole number without a sign", arguments: [("0", true), ("65535", true), ("-0", false)])
    func days(text: String, isTaken: Bool) {
        let sealed = String(repeating: "A", count: 107)
        let message = """
            {"sealedpush":"challenge-v2","key":"\(KnownKeys.thumbprint)","from":"\(KnownKeys.bobThumbprint)",\
            "ephemeral":"\(KnownKeys.alice)","start":\(text),"lifetime":7,"sealed":"\(sealed)"}
            """
        if isTaken {
            #expect(throws: Never.self) { try KeyChallenge(parsing: Array(message.utf8)) }
        } else {
            expectError(.malformed) { try KeyChallenge(parsing: Array(message.utf8)) }
        }
    }

    @Test("a message is decoded to the depth of its form, however deep its value is")
    func depth() {
        let log = DepthLog()
        expectError(.malformed) { try KeyOffer(from: NestedDecoder(level: 1, log: log)) }
        #expect(log.deepest == 2)
    }
}

private final class DepthLog {
    var deepest = 0
}

/// A decoder of objects with one member, which is such an object again.
private struct NestedDecoder: Decoder {
    let level: Int
    let log: DepthLog
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        log.deepest = max(log.deepest, level)
        return KeyedDecodingContainer(NestedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoValue() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoValue() }
}

private struct NoValue: Error {}

private struct NestedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NestedDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [Key(stringValue: "key")].compactMap { decoder.level < 20 ? $0 : nil } }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func superDecoder() -> any Decoder { NestedDecoder(level: decoder.level + 1, log: decoder.log) }
    func superDecoder(forKey key: Key) -> any Decoder { superDecoder() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoValue() }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NoValue() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw NoValue() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { throw NoValue() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { throw NoValue() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { throw NoValue() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw NoValue() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { throw NoValue() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { throw NoValue() }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { throw NoValue() }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { throw NoValue() }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { throw NoValue() }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { throw NoValue() }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { throw NoValue() }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { throw NoValue() }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { throw NoValue() }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { throw NoValue() }
}
