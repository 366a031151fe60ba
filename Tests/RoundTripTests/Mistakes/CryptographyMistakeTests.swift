import PushOpener
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

/// Mistakes that shipped in systems of this kind; each test is named after one.
///
/// It shows that this toolkit does not make the mistake. The numbers are those of `Documentation/threat-model.md`.
@Suite("Known mistakes: cryptography")
struct CryptographyMistakeTests {
    @Test("1: a mode without authentication, or chosen by the user", arguments: SealingSuite.allCases)
    func unauthenticatedModes(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        // Equal blocks of plaintext give no equal blocks of ciphertext, as ECB would.
        let payload = Payload(["aps": ["alert": .string(String(repeating: "sixteen bytes ok", count: 100))]])
        let envelope = try pair.envelope(pair.seal(payload))
        let blocks = stride(from: 0, to: envelope.count - 16, by: 1).map { Array(envelope[$0..<$0 + 16]) }
        #expect(Set(blocks).count == blocks.count)
        // Only the four suites have a number, so a sender cannot choose another mode.
        #expect((UInt8.min...UInt8.max).filter { SealingSuite(rawValue: $0) != nil } == [1, 2, 3, 5])
    }

    @Test("2: a fixed nonce, or one for several messages", arguments: SealingSuite.allCases)
    func fixedNonce(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let count = 64
        let envelopes = try (0..<count).map { _ in try pair.envelope(pair.seal(.payment)) }
        let header = suite.headerByteCount
        // enc, nonce or ephemeral key; and the first bytes of ciphertext, equal if key and nonce repeated.
        #expect(Set(envelopes.map { Array($0[header..<header + 24]) }).count == count)
        #expect(Set(envelopes.map { Array($0[$0.count - 48..<$0.count - 16]) }).count == count)
        #expect(Set(envelopes.map { Array($0[..<header]) }).count == 1)
    }

    @Test("4: unauthenticated public-key boxes")
    func unauthenticatedBoxes() throws {
        let pair = try Pair(.hpkeBase)
        let body = try pair.seal(.payment).body
        for state in [KeyState.active, .pending, .retiring(until: 1), .revoked] {
            let provider = try #require(try pair.keys.provider?.primary)
            let ring = Keyring(
                name: "p", role: .provider, keys: [Key(.provider, provider.material, state: state, created: 0)])
            let opener = try Opener(
                keys: OpeningKeys(device: pair.keys.device, provider: ring), topic: Pair.topic, clock: .fixed(Pair.now))
            #expect(#expect(throws: Refusal.self) { try opener.open(body) }?.code == .unauthenticatedSender)
        }
    }

    @Test("5: a signature that names neither recipient nor time")
    func signatureWithoutRecipient() async throws {
        // The device that received a push readdresses it to another device of the same provider: it does not open there,
        // since the shared secret depends on all three keys. (That the device itself could write it is said in the
        // threat model.)
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.laws = [.wrongKeyRefused, .expiredRefused, .futureRefused, .wrongSenderRefused]
        for outcome in await harness.check(.payment, suite: .hpkeAuth, padding: .none) {
            #expect(outcome.isHeld, "\(outcome)")
        }
    }

    @Test("6: a tag that may be cut, or does not cover the ephemeral key", arguments: SealingSuite.allCases)
    func shortTag(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let push = try pair.seal(.payment)
        let envelope = try pair.envelope(push)
        let root = try #require(try JSONValue(parsing: push.body).objectValue)
        let opener = try pair.opener()
        func expectRefusal(_ bytes: [UInt8]) throws {
            var body = root
            body["sealed"] = .string(Base64URLForTests.encode(bytes))
            #expect(#expect(throws: Refusal.self) { try opener.open(Payload(body)) }?.code == .cannotOpen)
        }
        for cut in 1...16 { try expectRefusal(envelope.dropLast(cut)) }
        let header = suite.headerByteCount
        for offset in header..<header + (suite == .shared ? 24 : 32) {
            for bit in 0..<8 as Range<UInt8> {
                var changed = envelope
                changed[offset] ^= 1 << bit
                try expectRefusal(changed)
            }
        }
    }

    @Test("7: no binding to app, account or environment", arguments: SealingSuite.allCases)
    func noContext(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let body = try pair.seal(.payment).body
        for (topic, audience) in [
            ("com.example.bank.dev", ""), ("com.example.Bank", ""), ("com.example.ban", "k"), ("", "com.example.bank"),
            ("com.example.bank", "account 2"), ("com.example.bank", "\0"), ("com.example.bank.voip", ""),
        ] {
            let refusal = #expect(throws: Refusal.self) {
                try pair.opener(topic: topic, audience: audience).open(body)
            }
            #expect(refusal?.code == .cannotOpen)
        }
    }

    @Test("15: trying all keys until one opens", arguments: SealingSuite.allCases)
    func tryingAllKeys(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let push = try pair.seal(.payment)
        var envelope = try pair.envelope(push)
        // The right key is there, but the envelope names none that the reader has.
        envelope[1] ^= 0xff
        var root = try #require(try JSONValue(parsing: push.body).objectValue)
        root["sealed"] = .string(Base64URLForTests.encode(envelope))
        let refusal = #expect(throws: Refusal.self) { try pair.opener().open(Payload(root)) }
        #expect(refusal?.code == .unknownKey)
    }

    @Test("18: errors that tell why decryption failed", arguments: SealingSuite.allCases)
    func distinguishableErrors(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let push = try pair.seal(.payment)
        let envelope = try pair.envelope(push)
        let root = try #require(try JSONValue(parsing: push.body).objectValue)
        var refusals: [Refusal] = []
        for offset in [suite.headerByteCount, suite.headerByteCount + 31, suite.overhead - 1, envelope.count - 1] {
            var changed = envelope
            changed[offset] ^= 1
            var body = root
            body["sealed"] = .string(Base64URLForTests.encode(changed))
            refusals.append(try #require(#expect(throws: Refusal.self) { try pair.opener().open(Payload(body)) }))
        }
        refusals.append(
            try #require(#expect(throws: Refusal.self) { try pair.opener(topic: "com.example.other").open(push.body) }))
        refusals.append(
            try #require(#expect(throws: Refusal.self) { try pair.opener(audience: "other").open(push.body) }))
        // One code, one reason, to the letter.
        #expect(Set(refusals.map(\.description)).count == 1)
        #expect(refusals.allSatisfy { $0.code == .cannotOpen })
    }
}

/// Unpadded base64url, for envelopes that tests change.
enum Base64URLForTests {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var text = ""
        var buffer = 0
        var bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | Int(byte)) & 0xffff
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[buffer >> bits & 63])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (6 - bits) & 63]) }
        return text
    }
}
