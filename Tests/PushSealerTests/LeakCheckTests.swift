import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("Sealed text in the clear")
struct LeakCheckTests {
    @Test("a sealed title in the placeholder is refused with both locations")
    func placeholder() throws {
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(
                Payload(title: "Jane Doe"), in: .hpkeAuth, placeholder: Placeholder(body: "Message from Jane Doe."))
        }
        #expect(error.code == .leak)
        #expect(error.leak?.sealedAt == "/aps/alert/title" && error.leak?.visibleAt == "/aps/alert/body")
        #expect(!error.reason.contains("Jane"))
        #expect(error.reason.contains("/aps/alert/title") && error.reason.contains("/aps/alert/body"))
    }

    @Test("a sealed thread id in the collapse id is refused with the header's name")
    func header() {
        var options = SealOptions()
        options.collapseID = "thread/chat-17"
        let found = Sealing.leak(Payload(title: "x", ["chat": ["ids": ["chat-17"]]]), options: options)
        #expect(found?.sealedAt == "/chat/ids/0" && found?.visibleAt == "apns-collapse-id")
    }

    @Test("a sealed text that is the id of the push is refused with the header's name")
    func id() {
        var options = SealOptions()
        options.id = "123e4567-e89b-42d3-a456-426614174000"
        let payload = Payload(title: "x", ["order": "123e4567-e89b-42d3-a456-426614174000"])
        let found = Sealing.leak(payload, options: options)
        #expect(found?.sealedAt == "/order" && found?.visibleAt == "apns-id")
    }

    @Test("a code that is a group of the id, which is random, is no leak", arguments: ["42d3", "123e4567", "4567"])
    func groupOfID(code: String) {
        var options = SealOptions()
        options.id = "123e4567-e89b-42d3-a456-426614174000"
        #expect(Sealing.leak(Payload(title: "x", ["code": .string(code)]), options: options) == nil)
    }

    @Test("members left visible are searched, values and names, at any depth")
    func visible() {
        let options = SealOptions(visible: [PayloadPath("routing")])
        for (routing, place) in [
            (["to": ["Jane", "x"]], "/routing/to/0"), (["Jane": 1], "/routing/Jane"),
            (["a/b": "Jane"], "/routing/a~1b"),
            ("Jane", "/routing"),
        ] as [(JSONValue, String)] {
            #expect(Sealing.leak(Payload(title: "Jane", ["routing": routing]), options: options)?.visibleAt == place)
        }
        let number = Payload(title: "x", ["routing": 4821, "card": "4821"])
        #expect(Sealing.leak(number, options: options)?.sealedAt == "/card")
        let digits = Payload(title: "x", ["routing": "card 4821", "card": 4821])
        #expect(Sealing.leak(digits, options: options)?.sealedAt == "/card")
    }

    @Test("the names of visible members count, but for those of Apple and of the envelope")
    func names() {
        let options = SealOptions(visible: [PayloadPath("routing")])
        func place(of sealed: String, beside routing: JSONValue) -> String? {
            Sealing.leak(Payload(title: sealed, ["routing": routing]), options: options)?.visibleAt
        }
        #expect(place(of: "routing", beside: 1) == "/routing")
        #expect(place(of: "alert", beside: ["a": ["alert": 1]]) == "/routing/a/alert")
        #expect(place(of: "sealed", beside: ["sealed": 1]) == nil)
    }

    /// A state that repeats its time (LiveActivitiesDemo).
    @Test(
        "a time of a Live Activity, which stands in the clear anyway, is no leak; another number is",
        arguments: [true, false])
    func times(isTime: Bool) throws {
        let score: JSONValue = isTime ? 7 : 4821
        let payload = Payload([
            "aps": [
                "timestamp": 1_793_448_000, "event": "end", "stale-date": 1_793_448_600,
                "dismissal-date": 1_793_448_900,
                "relevance-score": 4821,
                "content-state": [
                    "score": score, "updatedAt": 1_793_448_000, "until": "1793448600", "gone": 1_793_448_900.0,
                ],
            ]
        ])
        #expect(Sealing.leak(payload)?.sealedAt == (isTime ? nil : "/aps/content-state/score"))
    }

    @Test("a number in the clear is that of any spelling; that of mutable-content is in every alert")
    func numbers() throws {
        let options = SealOptions(visible: [PayloadPath("routing")])
        let number = JSONValue.number(try #require(JSONNumber(text: "1.000")))
        let shown = Payload(title: "x", ["routing": 1, "rate": number])
        let found = Sealing.leak(shown, options: options)
        #expect(found?.sealedAt == "/rate" && found?.visibleAt == "/routing")
        #expect(Sealing.leak(Payload(title: "x", ["rate": number])) == nil)
    }

    @Test(
        "a short text, a part of a word and Apple's own names are no leak",
        arguments: [
            ("Ann", "Annual report"), ("port", "Annual report"), ("An", "An update"), ("é", "é!"), ("€", "€ 240"),
            ("Ann", "Ann7"), ("Ann", "7Ann"), ("sealed", "x"), ("1.000", "x"),
            ("aps", "x"),
            ("alert", "x"), ("title", "x"), ("jane", "Message from Jane"), ("", "x"),
            ("PAYMENT", "PAYMENT_TITLE"),
        ])
    func none(sealed: String, visible: String) {
        #expect(
            Sealing.leak(Payload(title: "y", ["a": .string(sealed)]), placeholder: Placeholder(title: visible)) == nil)
    }

    @Test(
        "a text between word boundaries is a leak",
        arguments: [
            ("Ann", "From Ann"), ("Ann", "Ann: hello"), ("東京", "東京です"), ("née", "née"), ("12", nil),
            ("€ 240", "Got € 240!"), ("€ 240", "7€ 240!"), ("240 €", "240 €7"), ("e\u{301}e", "e\u{301}e"),
        ])
    func some(sealed: String, visible: String?) {
        let placeholder = Placeholder(title: visible ?? "12 letters")
        let found = Sealing.leak(Payload(title: "y", ["a": .string(sealed)]), placeholder: placeholder)
        #expect((found?.sealedAt == "/a") == (visible != nil))
    }

    @Test("an allowed path includes the members below it")
    func allowed() {
        let placeholder = Placeholder(title: "Message from Jane")
        var options = SealOptions()
        options.allowedInClear = [PayloadPath("sender")]
        #expect(
            Sealing.leak(Payload(title: "y", ["sender": ["name": "Jane"]]), placeholder: placeholder, options: options)
                == nil)
        let elsewhere = Payload(title: "Jane", ["sender": "Jane"])
        #expect(Sealing.leak(elsewhere, placeholder: placeholder, options: options)?.sealedAt == "/aps/alert/title")
    }

    @Test("a member that is visible at its own path is no leak")
    func same() {
        #expect(Sealing.leak(Payload(title: "New notification")) == nil)
    }

    @Test(
        "the standard placeholder and Apple's values are no leak",
        arguments: ["New notification", "notification", "New", "start", "active", "default"])
    func fixedTexts(text: String) throws {
        let alert = Payload(title: "y", ["status": .string(text)])
        #expect(Sealing.leak(alert) == nil)
        var activity = Payload.liveActivityStart(
            attributesType: "A", attributes: ["a": "x"], contentState: ["s": "x"], alert: Alert(title: "T"),
            timestamp: 1_795_263_600)
        activity.aps.members["interruption-level"] = "active"
        activity.aps.members["sound"] = "default"
        activity.root[at: "aps.content-state.status"] = .string(text)
        #expect(Sealing.leak(activity) == nil)
        let critical = Payload(title: "y", ["status": .string(text)])
        var options = SealOptions(visible: [PayloadPath("aps.sound"), PayloadPath("aps.interruption-level")])
        var sounding = critical
        sounding.aps.members["sound"] = ["critical": 1, "name": "default"]
        sounding.aps.members["interruption-level"] = "active"
        #expect(Sealing.leak(sounding, options: options) == nil)
        options.visible = []
        #expect(Sealing.leak(sounding, options: options) == nil)
    }

    @Test(
        "other texts at the paths of Apple's values are searched, and so are these values elsewhere",
        arguments: [
            (#"{"aps":{"event":"Jane","content-state":{"who":"Jane"}}}"#, "/aps/event"),
            (#"{"aps":{"event":"end of Jane","content-state":{"who":"end of Jane"}}}"#, "/aps/event"),
            (
                #"{"aps":{"event":"end","interruption-level":"Jane","content-state":{"who":"Jane"}}}"#,
                "/aps/interruption-level"
            ),
            (#"{"aps":{"event":"end","sound":"jane.caf","content-state":{"who":"jane"}}}"#, "/aps/sound"),
            (#"{"aps":{"event":"end","alert":"the end","content-state":{"who":"end"}}}"#, "/aps/alert"),
            (#"{"aps":{"event":"update","content-state":{"who":"update"}},"event":"update"}"#, "/event"),
            (#"{"aps/event":"update","aps":{"event":"update","content-state":{"who":"update"}}}"#, "/aps~1event"),
            (
                #"{"aps":{"event":"end","alert":{"title":"New notification","body":"New"},"content-state":{"a":"New"}}}"#,
                "/aps/alert/body"
            ),
        ])
    func otherTextsAtTheirPlaces(json: String, place: String) throws {
        let payload = try Payload(parsing: Array(json.utf8))
        #expect(Sealing.leak(payload, options: SealOptions(pushType: .liveactivity))?.visibleAt == place)
    }

    @Test("the caller's placeholder is searched")
    func otherPlaceholder() {
        for placeholder in [Placeholder(title: "New notification for Jane"), Placeholder(body: "New notification")] {
            let found = Sealing.leak(Payload(title: "y", ["a": "notification"]), placeholder: placeholder)
            #expect(found?.sealedAt == "/a")
        }
    }

    @Test("an allowed path covers its member and below, also around and inside a Live Activity's object")
    func allowedPaths() throws {
        let payload = try Payload(
            parsing: Array(
                #"{"aps":{"event":"end","alert":"Jane","content-state":{"a":{"b":"Jane","c":"x"},"ab":"y"}}}"#.utf8))
        for (path, isAllowed) in [
            ("aps", true), ("aps.content-state", true), ("aps.content-state.a", true), ("aps.content-state.a.b", true),
            ("aps.content-state.a.b.c", false), ("aps.content-state.a.c", false), ("aps.content-state.ab", false),
            ("a", false), ("aps.alert", false), ("content-state", false),
        ] {
            var options = SealOptions()
            // Among many others that begin with the same names.
            options.allowedInClear = try [
                "aps.content-state.x", path, "aps.content-state.a.x", "aps.content-state.a.b.x",
            ].map { try PayloadPath(parsing: $0) }
            #expect((Sealing.leak(payload, options: options) == nil) == isAllowed, "\(path)")
        }
    }

    /// A sealed text that leaks in a push that is too large for any check.
    ///
    /// In the other order, 60,000 visible characters and 100 sealed texts of 640 take 20 s until the push is refused.
    @Test(
        "a payload that is too large is refused for its size, even if it leaks", arguments: SealingSuite.allCases)
    func leakCheckRunsAfterTheSizeCheck(suite: SealingSuite) throws {
        let options = SealOptions(visible: [PayloadPath("visible")], padding: .none)
        func payload(growth: Int) -> Payload {
            Payload(
                title: "Jane Doe",
                ["visible": "Message from Jane Doe", "n": .string(String(repeating: "x", count: growth))])
        }
        let left = try ByteBudget(of: payload(growth: 0), suite: suite, options: options).bytesLeft
        let fits = try #require(throws: SealError.self) {
            try Sealing.seal(payload(growth: left), in: suite, options: options)
        }
        #expect(fits.code == .leak)
        let large = try #require(throws: SealError.self) {
            try Sealing.seal(payload(growth: left + 1), in: suite, options: options)
        }
        #expect(large.code == .tooLarge)

        let texts = (0..<100).map { JSONValue.string(String(repeating: "a", count: 637) + String(100 + $0)) }
        let attack = Payload(
            title: "x", ["visible": .string(String(repeating: "a", count: 60_000)), "texts": .array(texts)])
        let refused = try #require(throws: SealError.self) { try Sealing.seal(attack, in: suite, options: options) }
        #expect(refused.code == .tooLarge)
    }
}
