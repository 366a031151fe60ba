import Foundation
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

@Suite("An envelope on its own")
struct EnvelopeSealingTests {
    static let content: JSONObject = ["goals": 2, "minute": .number(JSONNumber(text: "0.70") ?? JSONNumber(0))]
    static let contentText = #"{"goals":2,"minute":0.70}"#

    private func code(
        of content: JSONObject = Self.content, purpose: Purpose = "widget", options: EnvelopeOptions = EnvelopeOptions()
    ) throws -> SealError.Code {
        try #require(throws: SealError.self) {
            try Sealing.sealEnvelope(of: content, in: .shared, purpose: purpose, options: options)
        }.code
    }

    @Test("an envelope has the content, the times and the sequence, and opens for its purpose only")
    func content() throws {
        let text = try Sealing.sealEnvelope(
            of: Self.content, in: .shared, purpose: "fcm",
            options: EnvelopeOptions(expiresIn: .seconds(60), sequence: 4))
        let message = try Sealing.message(in: text, purpose: "fcm")
        #expect(String(decoding: message.content, as: UTF8.self) == Self.contentText)
        #expect(
            Date(message.issuedAt) == Sealing.now && message.expiresAt == message.issuedAt + 60 && message.sequence == 4
        )
        #expect(throws: (any Error).self) { try Sealing.message(in: text, purpose: "alert") }
    }

    /// Overheads by hand from the wire format §1; 9 bytes of flags and times.
    @Test(
        "the length is that of the padded message and the suite's overhead",
        arguments: [(SealingSuite.hpkeAuth, 57), (.hpkeBase, 53), (.shared, 45)])
    func length(suite: SealingSuite, overhead: Int) throws {
        let least = 9 + Self.contentText.utf8.count + 1
        for (padding, message) in [(Padding.none, least), (.block(64), 64), (.block(1), least), (.block(4_096), 4_096)]
        {
            let text = try Sealing.sealEnvelope(of: Self.content, in: suite, options: EnvelopeOptions(padding: padding))
            #expect(text.utf8.count == ((message + overhead) * 4 + 2) / 3)
            #expect(try Envelope(text: text).suite == suite)
        }
    }

    @Test(
        "an envelope never exceeds the maximum, and fills it when padded to it",
        arguments: SealingSuite.allCases)
    func maximum(suite: SealingSuite) throws {
        let least = ((9 + Self.contentText.utf8.count + 1 + suite.overhead) * 4 + 2) / 3
        for maximum in least..<least + 200 {
            for padding in [Padding.none, .block(64), .maximum] {
                let options = EnvelopeOptions(padding: padding, maximumCharacterCount: maximum)
                let text = try Sealing.sealEnvelope(of: Self.content, in: suite, options: options)
                #expect(text.utf8.count <= maximum)
                if padding == .maximum { #expect(text.utf8.count >= maximum - 1) }
            }
        }
        let error = try #require(throws: SealError.self) {
            try Sealing.sealEnvelope(
                of: Self.content, in: suite, options: EnvelopeOptions(padding: .none, maximumCharacterCount: least - 1))
        }
        #expect(error.code == .tooLarge && error.excessByteCount == 1)
    }

    @Test("a maximum that is too small is refused", arguments: [-1, 0, 1, 59, Int.min, Int.min + 1])
    func tooSmall(maximum: Int) throws {
        #expect(try code(options: EnvelopeOptions(maximumCharacterCount: maximum)) == .tooLarge)
    }

    @Test("a maximum above every content has no effect", arguments: [100_000, Int.max])
    func tooLarge(maximum: Int) throws {
        let options = EnvelopeOptions(maximumCharacterCount: maximum)
        #expect(throws: Never.self) { try Sealing.sealEnvelope(of: Self.content, in: .shared, options: options) }
    }

    /// The last second of 32 bits is 4,294,967,295, and 30 days have 2,592,000.
    @Test(
        "an expiry is 0 to 30 days after a sealing, both in 32 bits",
        arguments: [
            (0, 2_592_000, true), (0, 2_592_001, false), (0, .max, false), (-1, 60, false), (0, -1, false),
            (4_294_967_295, 0, true), (4_294_967_285, 10, true), (4_294_967_285, 11, false), (4_294_967_296, 0, false),
            (.max, 0, false),
        ] as [(Int64, Int64, Bool)])
    func expiry(now: Int64, seconds: Int64, isSealed: Bool) throws {
        let sealer = try Sealer(topic: Sealing.topic, clock: .fixed(Date(timeIntervalSince1970: Double(now))))
        func seal() throws -> String {
            let options = EnvelopeOptions(expiresIn: .seconds(seconds), suite: .shared)
            return try sealer.sealEnvelope(
                of: Self.content, with: Sealing.shared(), purpose: "widget", options: options)
        }
        guard isSealed else {
            #expect(#expect(throws: SealError.self) { try seal() }?.code == .invalidExpiry)
            return
        }
        let message = try Sealing.message(in: seal(), purpose: "widget")
        #expect(Int64(message.issuedAt) == now && Int64(message.expiresAt) == now + seconds)
    }

    @Test("a push and an envelope expire after seven days unless the caller says otherwise")
    func standardExpiry() throws {
        let envelope = try Sealing.message(in: Sealing.sealEnvelope(of: Self.content, in: .shared), purpose: "widget")
        let push = try Sealing.seal(Payload(title: "T"), in: .shared)
        #expect(envelope.expiresAt - envelope.issuedAt == 604_800)
        #expect(try push.message(purpose: "alert").expiresAt == envelope.expiresAt)
        #expect(push.headers.expiration == envelope.expiresAt)
    }

    @Test("a shared key seals for its purposes only, compared as bytes")
    func purposes() throws {
        let sealer = try Sealer(topic: Sealing.topic, clock: .fixed(Sealing.now))
        let standard = try SharedKey(), own = try SharedKey(purposes: ["caf\u{e9}"])
        func code(_ key: SharedKey, _ purpose: Purpose) -> SealError.Code? {
            do throws(SealError) {
                _ = try sealer.sealEnvelope(of: Self.content, with: key, purpose: purpose)
                return nil
            } catch { return error.code }
        }
        #expect(
            code(standard, .contentState) == nil && code(standard, .attributes) == nil && code(own, "caf\u{e9}") == nil)
        for purpose in ["alert", "liveactivity", "liveactivity/content-state/", "Liveactivity/attributes", ""]
            as [Purpose]
        {
            #expect(code(standard, purpose) == .suiteMismatch)
        }
        #expect(code(own, "cafe\u{301}") == .suiteMismatch && code(own, .contentState) == .suiteMismatch)
        let alert = #expect(throws: SealError.self) { try sealer.seal(Payload(title: "T"), with: standard) }
        #expect(alert?.code == .suiteMismatch)
    }

    @Test("a content of 65,536 bytes is sealed, and one more is refused")
    func size() throws {
        // `{"a":""}` has 8 bytes.
        func content(_ count: Int) -> JSONObject { ["a": .string(String(repeating: "x", count: count - 8))] }
        let text = try Sealing.sealEnvelope(of: content(65_536), in: .shared)
        #expect(try Sealing.message(in: text, purpose: "widget").content.count == 65_536)
        let error = try #require(throws: SealError.self) { try Sealing.sealEnvelope(of: content(65_537), in: .shared) }
        #expect(error.code == .tooLarge && error.excessByteCount == 1)
    }

    @Test("a content that cannot be sealed is refused with its code")
    func refused() throws {
        let tooLong: JSONObject = ["a": .string(String(repeating: "x", count: 65_536))]
        #expect(try code(of: tooLong) == .tooLarge)
        #expect(try code(options: EnvelopeOptions(padding: .maximum)) == .invalidPadding)
        #expect(try code(options: EnvelopeOptions(padding: .block(0))) == .invalidPadding)
        #expect(try code(options: EnvelopeOptions(padding: .block(4_097))) == .invalidPadding)
        #expect(try code(options: EnvelopeOptions(expiresIn: .seconds(UInt32.max))) == .invalidExpiry)
        for seconds in [-1, -0.5, 4_294_967_296, 1e19] {
            #expect(try code(options: EnvelopeOptions(expiresIn: .seconds(seconds))) == .invalidExpiry)
        }
        #expect(try code(purpose: Purpose(rawValue: String(repeating: "é", count: 32_768))) == .contextTooLong)
    }

    @Test("a suite that does not match the keys is refused")
    func suites() throws {
        let (plain, authenticating) = (try Sealing.sealer(for: .hpkeBase), try Sealing.sealer(for: .hpkeAuth))
        func code(_ sealer: Sealer, _ suite: SealingSuite) throws -> SealError.Code? {
            let device = try Sealing.device()
            do {
                let text = try sealer.sealEnvelope(
                    of: Self.content, to: device, purpose: "w", options: EnvelopeOptions(suite: suite))
                #expect(try Envelope(text: text).suite == suite)
                return nil
            } catch let error as SealError {
                return error.code
            }
        }
        let suites = SealingSuite.allCases
        #expect(try suites.map { try code(plain, $0) } == [.suiteMismatch, nil, .suiteMismatch, .suiteMismatch])
        #expect(
            try suites.map { try code(authenticating, $0) } == [nil, .suiteMismatch, .suiteMismatch, .suiteMismatch])
        let key = try Sealing.shared()
        #expect(throws: SealError.self) {
            try plain.sealEnvelope(
                of: Self.content, with: key, purpose: "w", options: EnvelopeOptions(suite: .hpkeBase))
        }
    }

    @Test("options with extreme values seal or are refused, and never trap", arguments: SealingSuite.allCases)
    func extremes(suite: SealingSuite) throws {
        let paddings: [Padding] = [.none, .block(.min), .block(-1), .block(0), .block(4_096), .block(.max), .maximum]
        let counts: [Int?] = [nil, .min, -1, 0, 1, 1 << 17, 1 << 17 + 1, .max / 4, .max / 3 + 1, .max - 1, .max]
        var sealed = 0
        for padding in paddings {
            for count in counts {
                for expiry in [.days(7), .zero, .seconds(UInt32.max), .seconds(Int64.max), .seconds(-1)] as [Duration] {
                    let options = EnvelopeOptions(
                        expiresIn: expiry, sequence: .max, padding: padding, maximumCharacterCount: count)
                    do {
                        let text = try Sealing.sealEnvelope(of: ["a": 1], in: suite, options: options)
                        #expect(count.map { text.utf8.count <= $0 } ?? true)
                        sealed += 1
                    } catch let error as SealError {
                        #expect([.invalidPadding, .invalidExpiry, .lifetimeTooLong, .tooLarge].contains(error.code))
                    }
                }
            }
        }
        // With no padding, and with blocks of 4,096 bytes: without a limit and with each of the six large ones.
        // With maximum padding: with the largest limit that it allows. Each with two of the expiries.
        #expect(sealed == 2 * (7 + 7 + 1))
    }
}
