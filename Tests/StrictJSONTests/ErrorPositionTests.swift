import StrictJSON
import Testing

/// Offsets, lines, columns and pointers counted by hand.
@Suite("Error positions")
struct ErrorPositionTests {
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

    @Test("an error has the position of the first wrong byte", arguments: cases)
    func position(of expected: Case) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array(expected.text.utf8)) }
        #expect(error.code == expected.code)
        #expect(error.offset == expected.offset)
        #expect(error.line == expected.line)
        #expect(error.column == expected.column)
        #expect(error.pointer == expected.pointer)
    }

    @Test(
        "a comma before the end of an object or array is named",
        arguments: [
            ("{\"a\":1,}", "}"), ("[1,]", "]"), ("[1 , \n ]", "]"), ("{\"a\":[1],\t}", "}"), ("[1 2]", ""), ("[,]", ""),
            ("[]]", ""),
            ("{]", ""), ("{\"a\":1,", ""), ("{\"a\":}", ""),
        ])
    func commaBeforeEnd(text: String, end: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.reason.hasPrefix("found a comma before") == !end.isEmpty)
        if !end.isEmpty { #expect(error.problem == "found a comma before \(end)") }
    }

    /// A string of `é`, these bytes and `é`; the ill-formed sequences of Unicode 16.0, table 3-7, and of RFC 3629
    /// section 4.
    static let illFormed: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]

    @Test("invalid UTF-8 in a string or name has the position of its first byte", arguments: illFormed)
    func invalidUTF8(sequence: [UInt8]) throws {
        for (start, end) in [("[\"é", "é\"]"), ("{\"é", "é\":1}"), ("[\"\\n", "é\"]"), ("[\"0123456789abcdef", "\"]")] {
            let bytes = Array(start.utf8) + sequence + Array(end.utf8)
            let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
            #expect(error.code == .invalidUTF8)
            #expect(error.offset == start.utf8.count)
        }
    }

    @Test("invalid UTF-8 outside of strings has its own code", arguments: illFormed)
    func invalidUTF8Outside(sequence: [UInt8]) throws {
        for start in ["", "[", "[1", "{", "tr", "-"] {
            let error = try #require(throws: JSONError.self) {
                try JSONValue(parsing: Array(start.utf8) + sequence + Array("é".utf8))
            }
            #expect(error.code == .invalidUTF8)
            #expect(error.offset == start.utf8.count)
        }
    }

    @Test(
        "a byte order mark has its own code, and no other character has it",
        arguments: [
            ([0xEF, 0xBB, 0xBF], JSONError.Code.byteOrderMark), ([0xEF, 0xBB, 0xBE], .malformed),
            ([0xEF, 0xBC, 0xBF], .malformed), ([0xEE, 0xBB, 0xBF], .malformed),
        ] as [([UInt8], JSONError.Code)])
    func byteOrderMark(bytes: [UInt8], code: JSONError.Code) throws {
        for end in ["", "{}"] {
            let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes + Array(end.utf8)) }
            #expect(error.code == code)
            #expect(error.offset == 0)
        }
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
