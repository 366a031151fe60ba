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

    @Test(
        "a short text, a part of a word and Apple's own names are no leak",
        arguments: [
            ("Ann", "Annual report"), ("port", "Annual report"), ("An", "An update"), ("é", "é!"), ("aps", "x"),
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
            ("€ 240", "Got € 240!"), ("e\u{301}e", "e\u{301}e"),
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
