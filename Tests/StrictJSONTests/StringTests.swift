import StrictJSON
import Testing

@Suite("Strings")
struct StringTests {
    @Test("a byte may occur in a string unless it is special, at each position", arguments: UInt8(0)..<0x80)
    func plainBytes(byte: UInt8) throws {
        // RFC 8259 section 7: unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
        let isPlain = 0x20...0x21 ~= byte || 0x23...0x5B ~= byte || 0x5D...0x7F ~= byte
        for count in [1, 7, 8, 9, 15, 16, 17, 33] {
            for position in 0..<count {
                var bytes = [UInt8](repeating: 0x21, count: count)
                bytes[position] = byte
                let read = try? JSONValue(parsing: [0x22] + bytes + [0x22])
                #expect(read == (isPlain ? .string(String(decoding: bytes, as: UTF8.self)) : nil))
                let value = JSONValue.string(String(decoding: bytes, as: UTF8.self))
                let text = value.serialized()
                #expect((text == [0x22] + bytes + [0x22]) == isPlain)
                #expect(try JSONValue(parsing: text) == value)
            }
        }
    }

    @Test(
        "an escape is read as its character (RFC 8259 section 7)",
        arguments: [
            (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"),
            (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0041"#, "A"), (#"\u00e9"#, "\u{E9}"), (#"\u00E9"#, "\u{E9}"),
            (#"\u20aC"#, "\u{20AC}"), (#"\ud834\udd1e"#, "\u{1D11E}"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
            (#"\ud800\udc00"#, "\u{10000}"), (#"\u0000"#, "\0"), (#"\ufffe"#, "\u{FFFE}"), (#"\ud7ff"#, "\u{D7FF}"),
            (#"\ue000"#, "\u{E000}"),
        ])
    func escapes(escape: String, character: String) throws {
        for (before, after) in [("", ""), ("é", "x"), ("long enough to be no small string ", "\u{1F600}")] {
            let text = Array("\"\(before)\(escape)\(after)\"".utf8)
            #expect(try JSONValue(parsing: text) == .string(before + character + after))
            let name = Array("{\"\(before)\(escape)\(after)\":1}".utf8)
            #expect(try JSONValue(parsing: name).objectValue?[before + character + after] == 1)
        }
    }

    @Test(
        "another escape is refused at its position",
        arguments: [
            (#"\x"#, JSONError.Code.malformed, 2), (#"\"#, .unexpectedEnd, 3), (#"\u12"#, .malformed, 5),
            (#"\u12g4"#, .malformed, 5), (#"\U0041"#, .malformed, 2), (#"\ud800"#, .loneSurrogate, 1),
            (#"\udc00"#, .loneSurrogate, 1), (#"\ud800\ud800"#, .loneSurrogate, 1),
            (#"\ud800\u0041"#, .loneSurrogate, 1),
            (#"\ud800\n"#, .loneSurrogate, 1), (#"\ud800x"#, .loneSurrogate, 1), (#"\ud800\udc0"#, .malformed, 12),
            (#"\ud800udc00"#, .loneSurrogate, 1), (#"\udc00\ud800"#, .loneSurrogate, 1),
            (#"\ud83d\ude00\udc00"#, .loneSurrogate, 13),
        ])
    func refused(escape: String, code: JSONError.Code, offset: Int) throws {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array("\"\(escape)\"".utf8)) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(
        "strings are equal when their bytes are",
        arguments: [
            ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("ab", "a", false),
            ("\u{E9}", "e\u{301}", false), ("\u{E9}", "\u{E9}", true), ("\u{212A}", "K", false),
            ("q\u{307}\u{323}", "q\u{323}\u{307}", false),
            ("a string that no small string holds", "a string that no small string holds", true),
            ("a string that no small string holds", "a string that no small string hold!", false),
        ])
    func equality(left: String, right: String, areEqual: Bool) {
        #expect((UTF8Text(left) == UTF8Text(right)) == areEqual)
        #expect((UTF8Text(right) == UTF8Text(left)) == areEqual)
        #expect((UTF8Text(left).hashValue == UTF8Text(right).hashValue) == areEqual)
        #expect((JSONValue.string(left) == .string(right)) == areEqual)
        // Distinct strings have distinct hashes but for one chance in 2^64.
        #expect((JSONValue.string(left).hashValue == JSONValue.string(right).hashValue) == areEqual)
    }
}
