import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("Sealed text in another spelling, number or name")
struct LeakComparisonTests {
    /// A text that is sealed beside a copy of the payload's other members.
    private func place(of sealed: JSONValue, beside visible: JSONObject, path: PayloadPath) -> String? {
        var payload = Payload(alert: Alert(title: "y"))
        payload["sealed-text"] = sealed
        for member in visible {
            if member.name == "aps", let members = member.value.objectValue {
                for inner in members { payload.aps.members[inner.name.string] = inner.value }
            } else {
                payload[member.name.string] = member.value
            }
        }
        return Sealing.leak(payload, options: SealOptions(visible: [path], pushType: .alert))?.visibleAt
    }

    @Test("custom names inside aps are searched, also below documented names, and Apple's are not")
    func namesInsideAPS() {
        let aps = PayloadPath("aps")
        for (members, place) in [
            (["Jane": 1], "/aps/Jane"), (["alert": ["title": "y", "Jane": 1]], "/aps/alert/Jane"),
            (["sound": ["name": "s", "Jane": ["x"]]], "/aps/sound/Jane"), (["x": [["Jane": true]]], "/aps/x/0/Jane"),
            (["content-state": ["title": 1], "badge": 1], nil), (["alert": ["title": "y", "body": "b"]], nil),
        ] as [(JSONObject, String?)] {
            #expect(self.place(of: "Jane", beside: ["aps": .object(members)], path: aps) == place, "\(members)")
        }
        // Names that Apple documents do not count in aps, and do where the app chooses them.
        #expect(place(of: "title", beside: ["aps": ["alert": ["title": "y"]]], path: aps) == nil)
        #expect(place(of: "title", beside: ["aps": ["content-state": ["title": 1], "alert": "y"]], path: aps) != nil)
        #expect(place(of: "title", beside: ["own": ["title": 1]], path: PayloadPath("own")) == "/own/title")
    }

    @Test(
        "canonically equivalent spellings are found, in both directions, in texts and in names",
        arguments: [
            ("Zo\u{EB}", "Zoe\u{308}"), ("Andr\u{E9}", "Andre\u{301}"),
            ("\u{212B}ngstr\u{F6}m", "A\u{30A}ngstro\u{308}m"),
            ("Kevin", "\u{212A}evin"), ("\u{AC00}\u{AC01}", "\u{1100}\u{1161}\u{1100}\u{1161}\u{11A8}"),
            ("q\u{307}\u{323}x", "q\u{323}\u{307}x"),
        ])
    func equivalentSpellings(left: String, right: String) {
        for (sealed, visible) in [(left, right), (right, left), (left, left), (right, right)] {
            let text: JSONObject = ["own": .string("Message from \(visible): hello")]
            #expect(place(of: .string(sealed), beside: text, path: PayloadPath("own")) == "/own")
            let name: JSONObject = ["own": .object([visible: 1])]
            #expect(place(of: .string(sealed), beside: name, path: PayloadPath("own")) != nil)
            // A longer word is another word.
            let longer: JSONObject = ["own": .string("x\(visible)x")]
            if sealed.utf8.allSatisfy({ $0 < 0x80 }) {
                #expect(place(of: .string(sealed), beside: longer, path: PayloadPath("own")) == nil)
            }
        }
    }

    @Test(
        "a number is found in any spelling of its value",
        arguments: [
            ("1234.50", "1234.5"), ("1234.5", "12345e-1"), ("4821", "4.821e3"), ("4821", "4821.000"),
            ("-4821", "-48210E-1"),
            ("12345678901234567890", "1234567890123456789e1"), ("1e3000", "10.00e2999"), ("1000", "1e3"),
        ])
    func numbersByValue(sealed: String, visible: String) throws {
        let (number, other) = (try #require(JSONNumber(text: sealed)), try #require(JSONNumber(text: visible)))
        #expect(place(of: .number(number), beside: ["own": [.number(other)]], path: PayloadPath("own")) == "/own/0")
    }

    @Test(
        "other numbers are no leak, even close ones",
        arguments: [
            ("1234.50", "1234.51"), ("12345678901234567890", "12345678901234567891"),
            ("9007199254740993", "9007199254740992.0"), ("1e3000", "2e3000"), ("1e400", "1e401"), ("123", "123.0"),
        ])
    func otherNumbers(sealed: String, visible: String) throws {
        let (number, other) = (try #require(JSONNumber(text: sealed)), try #require(JSONNumber(text: visible)))
        #expect(place(of: .number(number), beside: ["own": [.number(other)]], path: PayloadPath("own")) == nil)
    }

    @Test("a path that is allowed in the clear is compared by its bytes")
    func allowedPathsByBytes() {
        let payload = Payload(title: "y", ["caf\u{E9}": "Jane", "cafe\u{301}": ["x": "Jane"]])
        let placeholder = Placeholder(title: "Message from Jane")
        var options = SealOptions()
        options.allowedInClear = [PayloadPath("caf\u{E9}")]
        #expect(Sealing.leak(payload, placeholder: placeholder, options: options)?.sealedAt == "/cafe\u{301}/x")
        options.allowedInClear = [PayloadPath("cafe\u{301}")]
        #expect(Sealing.leak(payload, placeholder: placeholder, options: options)?.sealedAt == "/caf\u{E9}")
        options.allowedInClear = [PayloadPath("caf\u{E9}"), PayloadPath("cafe\u{301}.x")]
        #expect(Sealing.leak(payload, placeholder: placeholder, options: options) == nil)
    }

    @Test("a value in the clear at its own path is compared by its bytes, too")
    func sameValueByBytes() {
        let sealed = Payload(title: "caf\u{E9} noir")
        #expect(Sealing.leak(sealed, placeholder: Placeholder(title: "caf\u{E9} noir")) == nil)
        #expect(
            Sealing.leak(sealed, placeholder: Placeholder(title: "cafe\u{301} noir"))?.visibleAt == "/aps/alert/title")
    }
}
