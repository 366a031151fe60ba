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
}
