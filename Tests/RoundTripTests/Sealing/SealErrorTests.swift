import Foundation
import PushSealer
import RoundTrip
import StrictJSON
import TestSupport
import Testing

@Suite("What a sealer refuses")
struct SealErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: SealError.Code
        var payload = Payload.payment
        var placeholder = Placeholder(title: "New activity")
        var suite = SealingSuite.hpkeAuth
        var now = Pair.now
        var change: @Sendable (inout SealOptions) -> Void = { _ in }

        init(_ name: String, _ code: SealError.Code, _ root: JSONObject? = nil, _ edit: (inout Case) -> Void = { _ in })
        {
            testDescription = name
            self.code = code
            if let root { payload = Payload(root) }
            edit(&self)
        }
    }

    static let cases: [Case] = [
        Case("a null", .invalidPayload, ["aps": ["alert": "Hi"], "a": .null]),
        Case("a null in an array in an object", .invalidPayload, ["aps": ["alert": "Hi"], "a": [["b": [.null]]]]),
        Case("aps that is a list", .invalidPayload, ["aps": []]) { $0.change = { $0.pushType = .alert } },
        Case("aps that is a string", .invalidPayload, ["aps": "alert"]) { $0.change = { $0.pushType = .voip } },
        Case("arrays nested 513 deep", .invalidPayload, ["aps": ["alert": "Hi"], "a": nested(512)]),
        Case("a placeholder nested 513 deep", .invalidPayload) {
            $0.placeholder = Placeholder(alert: ["title": "New activity", "a": nested(510)])
        },
        Case("a visible member named like the envelope's", .invalidEnvelopeKey, ["aps": ["alert": "Hi"], "sealed": 1]) {
            $0.change = { $0.visible = [PayloadPath("sealed")] }
        },
        Case(
            "a visible member of a state named like the envelope's", .invalidEnvelopeKey,
            ["aps": ["event": "update", "content-state": ["sealed": 1]]]
        ) { $0.change = { $0.visible = [PayloadPath("aps.content-state.sealed")] } },
        Case("the envelope key aps", .invalidEnvelopeKey) { $0.change = { $0.envelopeKey = "aps" } },
        Case("an empty envelope key", .invalidEnvelopeKey) { $0.change = { $0.envelopeKey = "" } },
        Case("an envelope key of 65 characters", .invalidEnvelopeKey) {
            $0.change = { $0.envelopeKey = String(repeating: "k", count: 65) }
        },
        Case("an envelope key that needs escapes", .invalidEnvelopeKey) { $0.change = { $0.envelopeKey = "a\"b" } },
        Case("an envelope key outside ASCII", .invalidEnvelopeKey) { $0.change = { $0.envelopeKey = "é" } },
        Case("content that tells no push type", .unknownPushType, ["call": 1]),
        Case("an empty placeholder", .emptyPlaceholder) { $0.placeholder = Placeholder(alert: [:]) },
        Case("a placeholder of empty texts", .emptyPlaceholder) { $0.placeholder = Placeholder(title: "", body: "") },
        Case("a placeholder without a text", .emptyPlaceholder) { $0.placeholder = Placeholder(alert: ["title": 1]) },
        Case("a visible alert without a text", .emptyPlaceholder, ["aps": ["alert": ["title": ""]]]) {
            $0.placeholder = Placeholder(alert: [:])
            $0.change = { $0.visible = [PayloadPath("aps.alert")] }
        },
        Case("a Live Activity without a state", .invalidPayload, ["aps": ["event": "end", "timestamp": 1]]),
        Case(
            "a Live Activity whose state is a list", .invalidPayload, ["aps": ["event": "update", "content-state": []]]),
        Case(
            "a start without attributes", .invalidPayload,
            ["aps": ["event": "start", "content-state": ["a": 1], "timestamp": 1]]),
        Case("a broadcast of an alert", .invalidHeaders) { $0.change = { $0.isBroadcast = true } },
        Case("a widget's aps sealed", .mustStayVisible, ["aps": ["content-changed": true]]) {
            $0.change = { $0.pushType = .widgets }
        },
        Case("a file provider's domain sealed", .mustStayVisible, ["container-identifier": "a", "domain": "b"]) {
            $0.change = { $0.visible = [PayloadPath("container-identifier")] }
        },
        Case("an MDM's magic sealed", .mustStayVisible, ["mdm": "magic"]),
        Case("a sealed text in the placeholder", .leak) { $0.placeholder = Placeholder(title: "€ 240 from Jane") },
        Case("suite 1 without a provider", .suiteMismatch) {
            $0.suite = .hpkeBase
            $0.change = { $0.suite = .hpkeAuth }
        },
        Case("suite 2 with a provider", .suiteMismatch) { $0.change = { $0.suite = .hpkeBase } },
        Case("suite 3 to a device", .suiteMismatch) { $0.change = { $0.suite = .shared } },
        Case("suite 1 with a shared key", .suiteMismatch) {
            $0.suite = .shared
            $0.change = { $0.suite = .hpkeAuth }
        },
        Case("a padding block of 0", .invalidPadding) { $0.change = { $0.padding = .block(0) } },
        Case("a padding block of -1", .invalidPadding) { $0.change = { $0.padding = .block(-1) } },
        Case("a padding block of 4097", .invalidPadding) { $0.change = { $0.padding = .block(4097) } },
        Case("an expiry of more than 30 days", .invalidExpiry) {
            $0.change = { $0.expiresIn = .days(30) + .seconds(1) }
        },
        Case("a negative expiry", .invalidExpiry) { $0.change = { $0.expiresIn = .seconds(-1) } },
        Case("a clock beyond 32 bits", .invalidExpiry) { $0.now = Date(timeIntervalSince1970: 0x1p32) },
        Case("an expiry one second beyond 32 bits", .invalidExpiry) {
            $0.now = Date(UInt32.max) - 9
            $0.change = { $0.expiresIn = .seconds(10) }
        },
        Case("a collapse id of 65 bytes", .invalidHeaders) {
            $0.change = { $0.collapseID = String(repeating: "c", count: 65) }
        },
        Case("a line feed in a push type", .invalidHeaders) {
            $0.change = { $0.pushType = PushType(rawValue: "alert\napns-priority: 10") }
        },
        Case("more than fits", .tooLarge, ["aps": ["alert": .string(String(repeating: "x", count: 4096))]]),
    ]

    @Test("each cause has its code, and no plaintext in its reason", arguments: cases)
    func refuses(_ refused: Case) throws {
        let error = #expect(throws: SealError.self) {
            try Pair(refused.suite).seal(
                refused.payload, placeholder: refused.placeholder, now: refused.now, refused.change)
        }
        #expect(error?.code == refused.code, "\(error?.code.rawValue ?? "") \(error?.reason ?? "")")
        let text = error.map { "\($0) \($0.reason) \(String(reflecting: $0))" } ?? ""
        for secret in ["Jane", "€ 240", "DE89", "xxxx"] { #expect(!text.contains(secret)) }
    }

    @Test("the same payload without the mistake is sealed: each case fails for its stated cause")
    func controls() throws {
        let pair = try Pair()
        _ = try pair.seal(Payload(["aps": ["alert": "Hi"], "a": nested(511)]))
        _ = try pair.seal(.payment, placeholder: Placeholder(alert: ["title": "New activity", "a": nested(509)]))
        _ = try pair.seal(.payment) { $0.envelopeKey = String(repeating: "k", count: 64) }
        _ = try pair.seal(.payment, now: Date(UInt32.max) - 10) { $0.expiresIn = .seconds(10) }
        _ = try pair.seal(.payment) { $0.padding = .block(4096) }
        _ = try pair.seal(.payment) { $0.collapseID = String(repeating: "c", count: 64) }
        _ = try pair.seal(Payload(["aps": ["alert": "Hi"], "a": 0.1])) { $0.visible = [PayloadPath("a")] }
        _ = try pair.seal(Payload(["aps": ["alert": "Hi"], "sealed": 1]))
        _ = try pair.seal(Payload(["aps": ["event": "update", "content-state": ["sealed": 0.1]]]))
        _ = try pair.seal(Payload(["mdm": "magic"])) { $0.visible = [PayloadPath("mdm")] }
    }

    @Test("a topic or an audience of more than 65,535 bytes is refused on both sides")
    func context() throws {
        let longest = String(repeating: "x", count: 65_535)
        #expect(throws: Never.self) { try Sealer(topic: "t", audience: longest) }
        let error = #expect(throws: SealError.self) { try Sealer(topic: "t", audience: longest + "x") }
        #expect(error?.code == .contextTooLong)
        let device = try #require(try LawTests.keys.get().device?.primary.devicePublicKey)
        let purpose = #expect(throws: SealError.self) {
            try Sealer(topic: "t").sealEnvelope(of: [:], to: device, purpose: Purpose(rawValue: longest + "x"))
        }
        #expect(purpose?.code == .contextTooLong)
        #expect(throws: KeyError.self) { try Pair().opener(audience: longest + "x") }
    }

    @Test("a sealer of a keyring that cannot seal is refused")
    func keyrings() throws {
        let keys = try LawTests.keys.get()
        let device = try #require(keys.device)
        #expect(#expect(throws: KeyError.self) { try Sealer(from: device, topic: "t") }?.code == .wrongRole)
        let half = try #require(try keys.provider?.publicHalf())
        #expect(#expect(throws: KeyError.self) { try Sealer(from: half, topic: "t") }?.code == .wrongHalf)
    }

    /// Arrays inside each other, `depth` of them.
    private static func nested(_ depth: Int) -> JSONValue {
        (1..<depth).reduce([]) { value, _ in .array([value]) }
    }

    private func nested(_ depth: Int) -> JSONValue { Self.nested(depth) }
}
