import KeyManagement
import SealedEnvelope
import Testing

@Suite("Binding")
struct BindingTests {
    private func binding(_ topic: String, _ audience: String, _ purpose: String) -> Binding? {
        Context(topic: topic, audience: audience).flatMap { Binding($0, purpose: Purpose(rawValue: purpose)) }
    }

    /// Written by hand from the wire format §2.
    @Test("label, header, topic, audience and purpose are in the order of the format, each text with its length")
    func layout() throws {
        let header: [UInt8] = [1, 0xA1, 0xA2, 0xA3, 0xA4, 0xB1, 0xB2, 0xB3, 0xB4]
        let binding = try #require(self.binding("com.example.bank", "é", "alert"))
        let texts = [0, 16] + Array("com.example.bank".utf8) + [0, 2, 0xC3, 0xA9] + [0, 5] + Array("alert".utf8)
        #expect(binding.bytes(header: header) == Array("sealedpush-v1".utf8) + header + texts)
        let empty = try #require(self.binding("", "", ""))
        #expect(empty.bytes(header: header) == Array("sealedpush-v1".utf8) + header + [0, 0, 0, 0, 0, 0])
    }

    @Test("bindings with text moved across a border have different bytes")
    func borders() throws {
        let texts = [
            ("ab", "c", "d"), ("a", "bc", "d"), ("a", "b", "cd"), ("abc", "", "d"), ("", "abcd", ""), ("", "", "abcd"),
        ]
        let bindings = try texts.map { topic, audience, purpose in
            try #require(binding(topic, audience, purpose))
                .bytes(header: [2, 0, 0, 0, 1])
        }
        #expect(Set(bindings).count == texts.count)
    }

    @Test("canonically equivalent texts are bound by their bytes, so that they differ")
    func equivalentTexts() throws {
        let composed = try #require(self.binding("", "caf\u{E9}", ""))
        let decomposed = try #require(self.binding("", "cafe\u{301}", ""))
        #expect(composed.bytes(header: []) != decomposed.bytes(header: []))
    }

    @Test("topic, audience and purpose have 65,535 bytes at most")
    func limit() {
        let longest = String(repeating: "a", count: 65_535)
        #expect(binding(longest, longest, longest) != nil)
        #expect(Context.maximumByteCount == 65_535)
        #expect(binding(longest + "a", "", "") == nil)
        #expect(binding("", longest + "a", "") == nil)
        #expect(binding("", "", longest + "a") == nil)
        // 32,768 characters of two bytes each.
        #expect(binding("", String(repeating: "é", count: 32_768), "") == nil)
    }
}

@Suite("Purpose")
struct PurposeTests {
    @Test("the purposes of a Live Activity are those of the format")
    func liveActivity() {
        #expect(Purpose.contentState.rawValue == "liveactivity/content-state")
        #expect(Purpose.attributes.rawValue == "liveactivity/attributes")
    }

    @Test(
        "purposes are compared by their bytes",
        arguments: [("caf\u{E9}", "cafe\u{301}"), ("\u{212A}", "K"), ("alert", "Alert"), ("", "\u{0}")])
    func bytes(left: String, right: String) {
        #expect(Purpose(rawValue: left) != Purpose(rawValue: right))
        #expect(Set([left, right].map(Purpose.init(rawValue:))).count == 2)
        #expect(Set([left, left].map(Purpose.init(rawValue:))).count == 1)
    }
}
