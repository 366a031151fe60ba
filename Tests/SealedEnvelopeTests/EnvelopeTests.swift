import SealedEnvelope
import Testing

@Suite("Envelope")
struct EnvelopeTests {
    /// The smallest envelope of each suite, by hand: header, enc or nonce, tag.
    static let smallest: [(suite: UInt8, byteCount: Int)] = [
        (1, 9 + 32 + 16), (2, 5 + 32 + 16), (3, 5 + 24 + 16),
    ]

    @Test("suite and key ids are at the offsets of the format", arguments: smallest)
    func header(suite: UInt8, byteCount: Int) throws {
        let bytes =
            [suite, 0xA1, 0xA2, 0xA3, 0xA4, 0xB1, 0xB2, 0xB3, 0xB4] + [UInt8](repeating: 7, count: byteCount - 9)
        let envelope = try Envelope(bytes: bytes)
        #expect(envelope.suite.rawValue == suite)
        #expect(envelope.suite.overhead == byteCount)
        #expect(envelope.recipient == 0xA1A2_A3A4)
        #expect(envelope.sender == (suite == 1 ? 0xB1B2_B3B4 : nil))
        #expect(envelope.bytes == bytes)
        #expect(envelope.header == bytes.prefix(suite == 1 ? 9 : 5))
        #expect(envelope.sealedPart == bytes.dropFirst(suite == 1 ? 9 : 5))
        let written = Envelope.header(suite: envelope.suite, recipient: 0xA1A2_A3A4, sender: envelope.sender)
        #expect(written[...] == envelope.header)
    }

    @Test("every envelope below the minimum size is too short", arguments: smallest)
    func tooShort(suite: UInt8, byteCount: Int) {
        for count in 0..<byteCount {
            do {
                _ = try Envelope(bytes: Array(([suite] + [UInt8](repeating: 0, count: byteCount)).prefix(count)))
                Issue.record("\(count) bytes were accepted")
            } catch {
                guard case .tooShort(count, minimum: count == 0 ? 1 : byteCount) = error else {
                    Issue.record("\(count) bytes: \(error)")
                    continue
                }
            }
        }
    }

    @Test("every other suite is unknown, and reported")
    func unknownSuite() {
        for number in UInt8.min...UInt8.max where ![1, 2, 3, 5].contains(number) {
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
        "a text is decoded before it is parsed",
        arguments: ["A", "AQ==", "AQ=", " AQ", "AQ\n", "A+8", "A/8", "AR", "é"])
    func notBase64URL(text: String) {
        do {
            _ = try Envelope(text: text)
            Issue.record("\(text) was accepted")
        } catch {
            guard case .notBase64URL = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("each suite has exactly one name")
    func suiteNames() {
        let suites = SealingSuite.allCases
        #expect(suites.map(\.name) == ["hpke-auth", "hpke-base", "shared", "hpke-auth-psk"])
        #expect(suites.map(\.rawValue) == [1, 2, 3, 5])
        for suite in suites { #expect(SealingSuite(name: suite.name) == suite) }
        for name in ["", "hpke", "HPKE-auth", "hpke-auth ", "hybrid"] { #expect(SealingSuite(name: name) == nil) }
    }
}

@Suite("The name of the envelope's member")
struct EnvelopeNameTests {
    @Test(
        "1 to 64 of A-Z a-z 0-9 _ - . are a valid name",
        arguments: ["e", "sealed", "com.example.sealed_1-x", "APS", "aps.", "0", String(repeating: "a", count: 64)])
    func valid(name: String) {
        #expect(EnvelopeName.isValid(name))
    }

    @Test(
        "another length or character is refused, and so is aps",
        arguments: [
            "", "aps", "a b", "é", "e\u{301}", "\u{212A}", "\"", "a/b", "a~b", "a\u{0}", "😀",
            String(repeating: "a", count: 65), String(repeating: "é", count: 33),
        ])
    func invalid(name: String) {
        #expect(!EnvelopeName.isValid(name))
    }

    @Test("65 ASCII characters are allowed")
    func characters() {
        let allowed = (UInt8(0)..<128).filter { EnvelopeName.isValid(String(UnicodeScalar($0))) }
        #expect(allowed.count == 26 + 26 + 10 + 3)
        #expect(EnvelopeName.isValid(EnvelopeName.standard) && EnvelopeName.standard == "sealed")
    }
}
