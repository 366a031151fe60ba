import StrictJSON
import Testing

/// Offsets, lines, columns and pointers counted by hand.
@Suite("Where an error stands")
struct PlaceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: JSONError.Code
        let offset: Int
        let line: Int
        let column: Int
        let pointer: String

        var testDescription: String { text.debugDescription }
    }

    static let cases = [
        Case(text: "", code: .unexpectedEnd, offset: 0, line: 1, column: 1, pointer: ""),
        Case(text: "nul", code: .unexpectedEnd, offset: 3, line: 1, column: 4, pointer: ""),
        Case(text: "nulL", code: .malformed, offset: 3, line: 1, column: 4, pointer: ""),
        Case(text: "1 2", code: .trailingBytes, offset: 2, line: 1, column: 3, pointer: ""),
        Case(text: "[1,\n 2,\n x]", code: .malformed, offset: 9, line: 3, column: 2, pointer: "/2"),
        Case(text: "[1 2]", code: .malformed, offset: 3, line: 1, column: 4, pointer: ""),
        Case(text: "[[1 2]]", code: .malformed, offset: 4, line: 1, column: 5, pointer: "/0"),
        Case(text: #"{"a":{"b":[0,01]}}"#, code: .malformed, offset: 14, line: 1, column: 15, pointer: "/a/b/1"),
        Case(text: #"{"a":1,"b":2,"a":3}"#, code: .duplicateName, offset: 13, line: 1, column: 14, pointer: "/a"),
        Case(
            text: "{\"x\":{\"é\":1,\r\n\"é\":2}}", code: .duplicateName, offset: 15, line: 2, column: 1, pointer: "/x/é"
        ),
        Case(text: #"{"a":1,"\u0061":2}"#, code: .duplicateName, offset: 7, line: 1, column: 8, pointer: "/a"),
        Case(text: #"{"a/b~":-}"#, code: .malformed, offset: 9, line: 1, column: 10, pointer: "/a~1b~0"),
        Case(text: #"{"a" 1}"#, code: .malformed, offset: 5, line: 1, column: 6, pointer: "/a"),
        Case(text: #"{"a":1,}"#, code: .malformed, offset: 7, line: 1, column: 8, pointer: ""),
        Case(text: #"{"b":["\ud800"]}"#, code: .loneSurrogate, offset: 7, line: 1, column: 8, pointer: "/b/0"),
        Case(text: #"["é\x"]"#, code: .malformed, offset: 5, line: 1, column: 6, pointer: "/0"),
        Case(text: "[\"a\tb\"]", code: .malformed, offset: 3, line: 1, column: 4, pointer: "/0"),
        Case(text: #"["abc"#, code: .unexpectedEnd, offset: 5, line: 1, column: 6, pointer: "/0"),
        Case(text: "1.", code: .unexpectedEnd, offset: 2, line: 1, column: 3, pointer: ""),
    ]

    @Test("an error names the first byte that is wrong", arguments: cases)
    func place(of expected: Case) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array(expected.text.utf8)) }
        #expect(error.code == expected.code)
        #expect(error.offset == expected.offset)
        #expect(error.line == expected.line)
        #expect(error.column == expected.column)
        #expect(error.pointer == expected.pointer)
    }

    @Test("the first byte that is not UTF-8 is named")
    func invalidByte() throws {
        let bytes: [UInt8] = [0x5B, 0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22, 0x5D]
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error.code == .invalidUTF8)
        #expect(error.offset == 4)
    }

    @Test("neither reason nor description repeats the text")
    func silence() throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue(parsing: Array(#"{"swordfish":1,"swordfish":2}"#.utf8))
        }
        #expect(!error.description.contains("swordfish"))
        #expect(error.pointer == "/swordfish")
    }

    @Test("errors are equal when their codes are")
    func equality() {
        func error(_ text: String) -> JSONError? {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        }
        #expect(error("[x]") == error("{" + "x}"))
        #expect(error("[x]") != error("[1,"))
    }
}
