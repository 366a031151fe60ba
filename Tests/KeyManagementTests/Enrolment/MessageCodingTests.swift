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
}
