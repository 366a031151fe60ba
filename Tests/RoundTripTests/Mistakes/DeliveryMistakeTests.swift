import CryptoPrimitives
import Foundation
import PushOpener
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import Synchronization
import Testing

@Suite("Known mistakes: delivery")
struct DeliveryMistakeTests {
    @Test("8: no protection against replay, and no expiry", arguments: SealingSuite.allCases)
    func replay(_ suite: SealingSuite) async throws {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.laws = [.replayRefused, .expiredRefused]
        for outcome in await harness.check(.payment, suite: suite, padding: .none) {
            #expect(outcome.isHeld, "\(outcome)")
        }
    }

    @Test("9: falling through to a plain alert when the ciphertext is missing")
    func fallThrough() throws {
        let opener = try Pair().opener()
        for (text, code) in [
            (#"{"aps":{"alert":"Send money","mutable-content":1}}"#, Refusal.Code.notSealed),
            (#"{"aps":{"alert":"Send money","mutable-content":1},"Sealed":"AQ"}"#, .notSealed),
            (#"{"aps":{"alert":"Send money","mutable-content":1},"sealed":null}"#, .malformed),
            (#"{"aps":{"alert":"Send money","mutable-content":1},"sealed":""}"#, .malformed),
            (#"{"aps":{"alert":"Send money","mutable-content":1},"sealed":{}}"#, .malformed),
        ] {
            #expect(#expect(throws: Refusal.self) { try opener.open(Array(text.utf8)) }?.code == code)
        }
    }

    @Test("10: a sender that falls back to plaintext", arguments: SealErrorTests.cases)
    func plaintextFallback(_ refused: SealErrorTests.Case) throws {
        // There is no result with a body beside the error: a push that could not be sealed does not exist.
        var body: [UInt8]?
        do {
            body = try Pair(refused.suite).seal(
                refused.payload, placeholder: refused.placeholder, now: refused.now, refused.change
            ).body
        } catch is SealError {}
        #expect(body == nil)
    }

    @Test("12: plaintext or the envelope left where others find it", arguments: SealingSuite.allCases)
    func leftovers(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let opened = try pair.opener().open(pair.seal(.payment).body)
        #expect(!opened.payload.root.contains("sealed"))
        // What is logged of an opened push's refusal or of the sealed push's headers holds no content.
        let push = try pair.seal(.payment)
        for field in push.headers.fields {
            for secret in ["Payment", "Jane", "DE89"] { #expect(!field.value.contains(secret)) }
        }
    }

    @Test("13: errors on the lock screen, identifiers in the clear", arguments: SealingSuite.allCases)
    func leakyFallback(_ suite: SealingSuite) async throws {
        let keys = try LawTests.keys.get()
        var harness = try RoundTrip(keys: keys)
        harness.topic = "com.example.private-clinic"
        harness.audience = "jane.doe@example.com"
        harness.laws = [.nothingSealedIsVisible]
        let sent = Mutex<[[UInt8]]>([])
        let seal = harness.implementation.seal
        harness.implementation.seal = { payload, input in
            let sealed = try await seal(payload, input)
            sent.withLock { $0.append(sealed.body) }
            return sealed
        }
        for outcome in await harness.check(.payment, suite: suite, padding: .none) {
            #expect(outcome.isHeld, "\(outcome)")
        }
        let bodies = sent.withLock { $0 }
        #expect(!bodies.isEmpty)
        for body in bodies {
            let text = String(decoding: body, as: UTF8.self)
            // Long, or with a character that Base64url does not have: else a random envelope sometimes contains one.
            for secret in ["clinic", "jane.doe", "Payment", "€ 240", "DE89 3704"] { #expect(!text.contains(secret)) }
        }
    }

    @Test("14: a crash on hostile input: any bytes as the body")
    func hostileBodies() throws {
        let opener = try Pair().opener()
        let body = try Pair().seal(.payment).body
        var generator = SplitMix64(seed: 14)
        for _ in 0..<2000 {
            var changed = body
            for _ in 0...Int(generator.next() % 4) {
                let index = Int(generator.next() % UInt64(changed.count))
                switch generator.next() % 3 {
                case 0: changed[index] = UInt8(truncatingIfNeeded: generator.next())
                case 1: changed.remove(at: index)
                default: changed.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
                }
            }
            do {
                let opened = try opener.open(changed)
                // Only the visible part may have been changed, and nothing of it is delivered.
                #expect(opened.payload == .payment)
            } catch {
                #expect(Refusal.Code.allCases.contains(error.code))
            }
        }
    }

    @Test("14: a crash on hostile input: any bytes as the message of an authentic envelope")
    func hostileMessages() throws {
        let pair = try Pair(.shared)
        let key = try #require(try pair.keys.shared?.primary.sharedKey)
        let context = try #require(Context(topic: Pair.topic, audience: ""))
        let binding = try #require(Binding(context, purpose: "alert"))
        let header = Envelope.header(suite: .shared, recipient: key.id.rawValue, sender: nil)
        let opener = try pair.opener()
        var generator = SplitMix64(seed: 15)
        let issuedAt = [UInt32(Pair.now.timeIntervalSince1970)].flatMap { now in
            (0..<4).map { UInt8(truncatingIfNeeded: now >> (24 - 8 * $0)) }
        }
        func open(_ message: [UInt8]) throws -> OpenedPush {
            var envelope = header
            try XChaCha20Poly1305.seal(
                message.span, using: key.secret,
                authenticating: binding.bytes(header: header), randomness: .system, appendingTo: &envelope)
            return try opener.open(Payload(["sealed": .string(Base64URLForTests.encode(envelope))]))
        }
        // Every length from none to beyond all fields, with every combination of known flags and some unknown ones.
        for flags: UInt8 in [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x10, 0x80, 0xff] {
            for length in 0...40 {
                var message =
                    ([flags] + issuedAt + issuedAt + (0..<64).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
                    .prefix(length)
                if let last = message.indices.last, generator.next() % 2 == 0 { message[last] = 0x80 }
                do {
                    _ = try open(Array(message))
                    Issue.record("random bytes were opened: flags \(flags), \(length) bytes")
                } catch let refusal as Refusal {
                    #expect([.badMessage].contains(refusal.code), "\(refusal)")
                }
            }
        }
        // And that this test's own envelopes do open when their message is one.
        #expect(try open([1] + issuedAt + issuedAt + Array("{}".utf8) + [0x80]).payload.root == [:])
    }

    @Test("19: what is authenticated depends on one library's JSON", arguments: SealingSuite.allCases)
    func otherLibraries(_ suite: SealingSuite) throws {
        let pair = try Pair(suite)
        let push = try pair.seal(.payment) { $0.visible = [PayloadPath("account")] }
        // Foundation reorders members, escapes slashes and respells numbers.
        let value = try JSONSerialization.jsonObject(with: Data(push.body))
        for options: JSONSerialization.WritingOptions in [[], [.prettyPrinted], [.sortedKeys]] {
            let rewritten = Array(try JSONSerialization.data(withJSONObject: value, options: options))
            #expect(try pair.opener().open(rewritten).payload == .payment)
        }
    }

    @Test("20: a length that tells the content, or compression before encryption")
    func length() throws {
        let pair = try Pair()
        func size(_ text: String) throws -> Int {
            try pair.seal(Payload(["aps": ["alert": .string(text)]])).body.count
        }
        // Yes and no, and texts that compress well and badly, are of one size.
        #expect(try size("yes") == size("no"))
        let mixed = String((0..<400).map { Character(Unicode.Scalar(UInt8(97 + $0 * $0 % 26))) })
        #expect(try size(String(repeating: "a", count: 400)) == size(mixed))
        let sizes = try Set((0..<512).map { try size(String(repeating: "x", count: $0)) })
        #expect(sizes.count <= 2)
    }

    @Test("21: a badge counted up by a process that may run twice")
    func badge() throws {
        let pair = try Pair()
        var payload = Payload.payment
        payload.aps.badge = 3
        let body = try pair.seal(payload).body
        let opener = try pair.opener(store: ReplayMemory())
        // The badge is the provider's number, and a second call for the same request gives the same.
        for _ in 0..<2 { #expect(try opener.open(body, request: "request").payload.aps.badge == 3) }
    }
}
