import StrictJSON
import Testing

@Suite("JSON pointers")
struct JSONPointerTests {
    @Test(
        "a step is escaped and read back (RFC 6901 sections 3 and 5)",
        arguments: [
            ("foo", "foo"), ("", ""), ("a/b", "a~1b"), ("m~n", "m~0n"), ("~1", "~01"), ("/~", "~1~0"),
            ("é\"\\ %", "é\"\\ %"),
        ])
    func escaping(step: String, escaped: String) {
        #expect(JSONPointer.escape(step) == escaped)
        #expect(JSONPointer.unescape(escaped) == step)
    }

    @Test("a tilde before another character than 0 or 1 is refused", arguments: ["~", "a~", "~2", "~~0", "~é"])
    func refused(step: String) {
        #expect(JSONPointer.unescape(step) == nil)
    }
}
