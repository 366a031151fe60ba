import SealedEnvelope
import Testing

@Suite("Envelope")
struct EnvelopeTests {
    /// The smallest envelope of each suite, by hand: header, enc or nonce or box, tag; 16 more for a box's digest.
    static let smallest: [(suite: UInt8, byteCount: Int)] = [
        (1, 9 + 32 + 16), (2, 5 + 32 + 16), (3, 5 + 24 + 16), (4, 5 + 48 + 16),
    ]

    @Test("suite and key ids stand where the format says", arguments: smallest)
    func header(suite: UInt8, byteCount: Int) throws {
        let bytes =
            [suite, 0xA1, 0xA2, 0xA3, 0xA4, 0xB1, 0xB2, 0xB3, 0xB4] + [UInt8](repeating: 7, count: byteCount - 9)
        let envelope = try Envelope(bytes: bytes)
        #expect(envelope.suite.rawValue == suite)
        #expect(envelope.recipient == 0xA1A2_A3A4)
        #expect(envelope.sender == (suite == 1 ? 0xB1B2_B3B4 : nil))
        #expect(envelope.header == bytes.prefix(suite == 1 ? 9 : 5))
        let written = Envelope.header(suite: envelope.suite, recipient: 0xA1A2_A3A4, sender: envelope.sender)
        #expect(written[...] == envelope.header)
    }

    @Test("one byte less than the smallest is refused", arguments: smallest)
    func tooShort(suite: UInt8, byteCount: Int) {
        for count in 1..<byteCount {
            #expect(throws: EnvelopeError.self) {
                try Envelope(bytes: [suite] + [UInt8](repeating: 0, count: count - 1))
            }
        }
    }

    @Test("every suite but four is unknown, and named")
    func unknownSuite() {
        for number in UInt8.min...UInt8.max where !(1...4).contains(number) {
            do {
                _ = try Envelope(bytes: [number] + [UInt8](repeating: 0, count: 100))
                Issue.record("suite \(number) was accepted")
            } catch {
                guard case .unknownSuite(number) = error else {
                    Issue.record("suite \(number): \(error)")
                    continue
                }
            }
        }
    }

    @Test(
        "only canonical base64url is an envelope",
        arguments: ["", "A", "AQ==", "AQ=", " AQ", "AQ\n", "A+8", "A/8", "AR", "é"])
    func notBase64URL(text: String) {
        #expect(throws: EnvelopeError.self) { try Envelope(text: text) }
    }

    @Test("the context is bound as the format lays it out")
    func context() throws {
        let context = try #require(SealingContext(topic: "com.example.bank", audience: "u1"))
        let bytes =
            Array("sealedpush-v1".utf8) + [1, 0, 16] + Array("com.example.bank".utf8) + [0, 2] + Array("u1".utf8)
        #expect(context.bytes(for: .hpkeAuth) == bytes)
        // Python: hashlib.blake2b(context + header, digest_size=16)
        #expect(hex(context.digest(header: [4, 1, 2, 3, 4], suite: .sealedBox)) == "57b811cdab7f54e61ffbe75682695bb9")
    }

    @Test("topic and audience have 65,535 bytes at most")
    func contextLimit() {
        #expect(SealingContext(topic: String(repeating: "a", count: 65_535), audience: "") != nil)
        #expect(SealingContext(topic: String(repeating: "a", count: 65_536), audience: "") == nil)
        #expect(SealingContext(topic: "", audience: String(repeating: "é", count: 32_768)) == nil)
    }

    /// The figures of the wire format §8, for the visible part of 41 bytes and the envelope key `e`.
    @Test(
        "a 4096-byte push holds what the format says",
        arguments: [(SealingSuite.hpkeAuth, 2979), (.hpkeBase, 2983), (.shared, 2991), (.sealedBox, 2967)])
    func capacity(suite: SealingSuite, messageByteCount: Int) {
        let visible = #"{"aps":{"alert":"?","mutable-content":1},"e":""}"#
        let capacity = PushCapacity(visibleByteCount: visible.utf8.count, limit: 4096, suite: suite)
        #expect(capacity.messageByteCount == messageByteCount)
        #expect(capacity.bodyByteCount(messageByteCount: messageByteCount) <= 4096)
        #expect(capacity.bodyByteCount(messageByteCount: messageByteCount + 1) > 4096)
    }

    @Test(
        "an envelope key is a plain name and never aps",
        arguments: ["", "aps", "a b", "é", "\"", String(repeating: "a", count: 65)])
    func badKey(name: String) {
        #expect(!EnvelopeKey.isValid(name))
        #expect(EnvelopeKey.isValid("e") && EnvelopeKey.isValid("com.example.sealed_1-x"))
    }
}
