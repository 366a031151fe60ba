import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("Sealed text in the clear")
struct LeakCheckTests {
    private func leak(
        _ payload: Payload, placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) -> Leak? {
        do {
            _ = try Sealing.seal(payload, in: .shared, placeholder: placeholder, options: options)
            return nil
        } catch let error as SealError {
            return error.leak
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func payload(title: String, _ others: JSONObject = [:]) -> Payload {
        var payload = Payload(alert: Alert(title: title))
        for member in others { payload[member.name] = member.value }
        return payload
    }

    @Test("a title in the placeholder is refused with both places")
    func placeholder() throws {
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(
                payload(title: "Jane Doe"), in: .hpkeAuth, placeholder: Placeholder(body: "Message from Jane Doe."))
        }
        #expect(error.code == .leak)
        #expect(error.leak?.sealedAt == "/aps/alert/title" && error.leak?.visibleAt == "/aps/alert/body")
        #expect(!error.reason.contains("Jane"))
        #expect(error.reason.contains("/aps/alert/title") && error.reason.contains("/aps/alert/body"))
    }

    @Test("a thread in the collapse id is refused with the header's name")
    func header() {
        var options = SealOptions()
        options.collapseID = "thread/chat-17"
        let found = leak(payload(title: "x", ["chat": ["ids": ["chat-17"]]]), options: options)
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
            #expect(leak(payload(title: "Jane", ["routing": routing]), options: options)?.visibleAt == place)
        }
        let number = payload(title: "x", ["routing": 4821, "card": "4821"])
        #expect(leak(number, options: options)?.sealedAt == "/card")
        let digits = payload(title: "x", ["routing": "card 4821", "card": 4821])
        #expect(leak(digits, options: options)?.sealedAt == "/card")
    }

    @Test(
        "what is short, part of a word, or Apple's own is no leak",
        arguments: [
            ("Ann", "Annual report"), ("port", "Annual report"), ("An", "An update"), ("é", "é!"), ("aps", "x"),
            ("alert", "x"), ("title", "x"), ("jane", "Message from Jane"), ("", "x"),
            ("PAYMENT", "PAYMENT_TITLE"),
        ])
    func none(sealed: String, visible: String) {
        #expect(leak(payload(title: "y", ["a": .string(sealed)]), placeholder: Placeholder(title: visible)) == nil)
    }

    @Test(
        "what stands by itself is one",
        arguments: [
            ("Ann", "From Ann"), ("Ann", "Ann: hello"), ("東京", "東京です"), ("née", "née"), ("12", nil),
            ("€ 240", "Got € 240!"), ("e\u{301}e", "e\u{301}e"),
        ])
    func some(sealed: String, visible: String?) {
        let placeholder = Placeholder(title: visible ?? "12 letters")
        let found = leak(payload(title: "y", ["a": .string(sealed)]), placeholder: placeholder)
        #expect((found?.sealedAt == "/a") == (visible != nil))
    }

    @Test("a place may be allowed by name, and covers what is below it")
    func allowed() {
        let placeholder = Placeholder(title: "Message from Jane")
        var options = SealOptions()
        options.allowedInClear = [PayloadPath("sender")]
        #expect(
            leak(payload(title: "y", ["sender": ["name": "Jane"]]), placeholder: placeholder, options: options) == nil)
        let elsewhere = payload(title: "Jane", ["sender": "Jane"])
        #expect(leak(elsewhere, placeholder: placeholder, options: options)?.sealedAt == "/aps/alert/title")
    }

    @Test("what stays in the clear at its own place is not sealed and no leak")
    func same() {
        #expect(leak(payload(title: "New notification")) == nil)
    }
}
