import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("Payloads that do not fit")
struct OverflowTests {
    private static let body = PayloadPath("aps.alert.body")

    private func options(_ overflow: [OverflowStep]) -> SealOptions {
        var options = SealOptions(padding: .none)
        options.overflow = overflow
        return options
    }

    /// The size of the payload in the end, by the report.
    private func size(_ push: SealedPush) -> Int? { push.changes.last?.byteCountAfter }

    private func payload(body: String, others: JSONObject = [:]) -> Payload {
        var payload = Payload(alert: Alert(title: "T", body: body))
        for member in others { payload[member.name.string] = member.value }
        return payload
    }

    @Test("a payload is changed only if the caller allows it and it does not fit")
    func refuse() throws {
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(payload(body: String(repeating: "x", count: 4_000)), in: .hpkeAuth)
        }
        #expect(error.code == .tooLarge && error.reason.hasSuffix("that push type alert allows"))
        let push = try Sealing.seal(
            payload(body: "short"), in: .hpkeAuth, options: options([.shorten(Self.body), .drop(Self.body)]))
        #expect(push.changes.isEmpty)
    }

    /// Each character's JSON takes `width` bytes, so that what is left unused is less than that.
    @Test(
        "a text is cut between characters, as late as possible",
        arguments: [
            ("x", 1), ("é", 2), ("e\u{301}", 3), ("漢", 3), ("👩🏽‍🚀", 15), ("🇨🇭", 8), ("\"", 2), ("\u{1}", 6),
            ("\r\n", 4), ("👨‍👩‍👧‍👦", 25),
        ], SealingSuite.allCases)
    func shorten(sample: (character: String, width: Int), suite: SealingSuite) throws {
        let (character, width) = sample
        #expect(JSONValue.string(character).serialized().count - 2 == width)
        let long = payload(body: String(repeating: character, count: 4_200 / width + 10))
        let push = try Sealing.seal(long, in: suite, options: options([.shorten(Self.body)]))
        #expect(0..<width ~= push.bytesLeft)
        #expect(push.changes.map(\.step) == [.shorten(Self.body)])
        #expect(push.changes.first?.byteCountBefore == long.serializedByteCount)

        // The law by which the kept characters are known: the report's size is that of whole characters and "…".
        let kept = try #require(size(push)) - payload(body: "…").serializedByteCount
        #expect(kept.isMultiple(of: width) && kept > 2_000)
        let same = try Sealing.seal(
            payload(body: String(repeating: character, count: kept / width) + "…"), in: suite, options: options([]))
        #expect(same.bytesLeft == push.bytesLeft && same.body.count == push.body.count)
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(
                payload(body: String(repeating: character, count: kept / width + 1) + "…"), in: suite,
                options: options([]))
        }
        #expect(error.code == .tooLarge)
    }

    @Test("one byte too many removes only the characters that the ellipsis needs")
    func edge() throws {
        let left = try ByteBudget(of: payload(body: ""), suite: .shared, options: options([])).bytesLeft
        let fits = payload(body: String(repeating: "x", count: left))
        #expect(try Sealing.seal(fits, in: .shared, options: options([.shorten(Self.body)])).changes.isEmpty)
        let push = try Sealing.seal(
            payload(body: String(repeating: "x", count: left + 1)), in: .shared, options: options([.shorten(Self.body)])
        )
        // The ellipsis has three bytes: of `left` bytes, `left - 3` are the text's.
        #expect(push.bytesLeft == 0)
        #expect(push.changes.first?.byteCountAfter == fits.serializedByteCount)
    }

    @Test("a text that an ellipsis would not make shorter stays, also an empty one", arguments: ["", "x", "abc", "é"])
    func noShorter(text: String) throws {
        let large = payload(body: text, others: ["large": .string(String(repeating: "x", count: 4_000))])
        let push = try Sealing.seal(
            large, in: .shared, options: options([.shorten(Self.body), .drop(PayloadPath("large"))]))
        #expect(try Payload(parsing: Array(push.content(purpose: "alert").utf8)).aps.alert?.body == text)
    }

    @Test("a payload that fits to the last byte is changed no further")
    func lastByte() throws {
        let title = PayloadPath("aps.alert.title")
        let long = payload(body: String(repeating: "x", count: 5_000))
        let push = try Sealing.seal(long, in: .shared, options: options([.shorten(Self.body), .drop(title)]))
        #expect(push.bytesLeft == 0 && push.changes.map(\.step) == [.shorten(Self.body)])
    }

    @Test("beside an alert in the text form another text is shortened")
    func besideTextForm() throws {
        var long = Payload(alert: Alert(text: "short"))
        long["note"] = .string(String(repeating: "x", count: 5_000))
        let push = try Sealing.seal(long, in: .shared, options: options([.shorten(PayloadPath("note"))]))
        let content = try Payload(parsing: Array(push.content(purpose: "alert").utf8))
        #expect(content.root[at: "aps.alert"]?.stringValue == "short" && push.bytesLeft == 0)
    }

    @Test("the text form of an alert is shortened as its body")
    func textForm() throws {
        let long = Payload(alert: Alert(text: String(repeating: "x", count: 5_000)))
        let push = try Sealing.seal(long, in: .hpkeBase, options: options([.shorten(Self.body)]))
        #expect(push.bytesLeft == 0)
    }

    @Test("members are dropped in the caller's order, and no more than needed")
    func drop() throws {
        let big = JSONValue.string(String(repeating: "y", count: 3_500))
        let long = payload(body: "b", others: ["thumbnail": big, "history": "h"])
        let steps: [OverflowStep] = [
            .drop(PayloadPath("absent")), .drop(PayloadPath("thumbnail")), .drop(PayloadPath("history")),
        ]
        let push = try Sealing.seal(long, in: .hpkeAuth, options: options(steps))
        #expect(push.changes.map(\.step) == [.drop(PayloadPath("thumbnail"))])
        #expect(size(push) == payload(body: "b", others: ["history": "h"]).serializedByteCount)
    }

    @Test("a text that cannot make enough room leaves an ellipsis, and the next step follows")
    func next() throws {
        let big = JSONValue.string(String(repeating: "y", count: 3_500))
        let steps: [OverflowStep] = [.shorten(Self.body), .drop(PayloadPath("thumbnail"))]
        let push = try Sealing.seal(
            payload(body: "a long story", others: ["thumbnail": big]), in: .hpkeAuth, options: options(steps))
        #expect(push.changes.map(\.step) == steps)
        #expect(size(push) == payload(body: "…").serializedByteCount)
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(
                payload(body: "a long story", others: ["thumbnail": big]), in: .hpkeAuth,
                options: options([.shorten(Self.body)]))
        }
        #expect(error.code == .tooLarge)
    }

    @Test("the body is replaced by a text and a reference")
    func reference() throws {
        let step = OverflowStep.replaceBody(with: "Open to read", member: "fetch", reference: "m-42")
        let push = try Sealing.seal(
            payload(body: String(repeating: "x", count: 4_000)), in: .hpkeAuth, options: options([step]))
        #expect(push.changes.map(\.step) == [step])
        #expect(size(push) == payload(body: "Open to read", others: ["fetch": "m-42"]).serializedByteCount)
    }

    @Test(
        "a step that can change no payload is refused, also when the payload fits",
        arguments: [
            .shorten("aps"), .shorten("aps.badge"), .shorten("aps.alert.loc-args"), .shorten("aps.sound.volume"),
            .shorten("aps.content-state"), .shorten("aps.thread-id.x"), .drop("aps.badge.x"),
            .drop("aps.alert.title.loc-key.x"),
            .replaceBody(with: "", member: "aps", reference: 1),
        ] as [OverflowStep])
    func impossible(_ step: OverflowStep) {
        let error = #expect(throws: SealError.self) {
            try Sealing.seal(payload(body: "short"), in: .hpkeAuth, options: options([step]))
        }
        #expect(error?.code == .invalidOverflow)
    }

    @Test(
        "a step that can change some payload is not",
        arguments: [
            .shorten("aps.alert"), .shorten("aps.alert.body.loc-key"), .shorten("aps.sound"),
            .shorten("aps.sound.name"),
            .shorten("aps.own.text"), .shorten("aps.content-state.text"), .shorten("own.aps.badge"),
            .shorten("aps.content-state.badge"), .drop("aps.attributes.badge.x"),
            .shorten(PayloadPath(names: "aps.badge")), .drop("aps"), .drop("aps.badge"), .drop("aps.alert.loc-args"),
            .drop("aps.attributes"), .replaceBody(with: "", member: "APS", reference: 1),
        ] as [OverflowStep])
    func possible(_ step: OverflowStep) throws {
        _ = try Sealing.seal(payload(body: "short"), in: .hpkeAuth, options: options([step]))
    }

    @Test("the error of a payload that is still too large names the steps that found nothing")
    func unused() throws {
        let long = payload(body: String(repeating: "x", count: 5_000), others: ["log": "secret text"])
        let steps: [OverflowStep] = [.drop("log"), .shorten(PayloadPath(names: "aps.alert.body")), .drop("absent")]
        let error = #expect(throws: SealError.self) { try Sealing.seal(long, in: .hpkeAuth, options: options(steps)) }
        #expect(error?.code == .tooLarge)
        #expect(
            error?.reason.hasSuffix("; found nothing to change: shorten /aps.alert.body, drop absent") == true,
            "\(error?.reason ?? "")")
    }
}
