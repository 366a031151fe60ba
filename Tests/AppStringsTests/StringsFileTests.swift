import Foundation
import Testing

@testable import AppStrings

/// The grammar as Core Foundation's `CFOldStylePList.c` has it.
@Suite("Localizable.strings is read in all its forms")
struct StringsFileTests {
    static func read(_ text: String) throws -> [String: StringsNode] { try StringsReader.read(Array(text.utf8)) }

    @Test(
        "an old-style file follows Core Foundation's grammar",
        arguments: [
            ("\"a\" = \"b\";", ["a": "b"]), ("a=b;", ["a": "b"]), ("'a' = 'b';", ["a": "b"]),
            ("{ a = b; }", ["a": "b"]), ("{}", [:]),
            // The shorthand, and the last of two equal keys.
            ("\"key\";", ["key": "key"]), ("a = 1; a = 2;", ["a": "2"]),
            // Bare words.
            ("a.b-c_d$e/f:g = x9;", ["a.b-c_d$e/f:g": "x9"]),
            // Comments and blanks.
            ("// one\n/* two */ a /**/ = // three\n b /* four */ ;", ["a": "b"]),
            ("a = b; /* does not end", ["a": "b"]), ("/* only a comment */", [:]), ("  \n", [:]),
            ("a\u{2028}=\u{2029}b;", ["a": "b"]),
            // Escapes.
            (#"a = "\a\b\f\n\r\t\v\"\\\'";"#, ["a": "\u{7}\u{8}\u{c}\n\r\t\u{b}\"\\'"]),
            ("a = \"one\\\ntwo\";", ["a": "one\ntwo"]),
            (#"a = "\U00e9\U20AC";"#, ["a": "é€"]), (#"a = "\Ue9!";"#, ["a": "é!"]),
            (#"a = "\UD83D\UDD11";"#, ["a": "🔑"]), (#"a = "\u00e9";"#, ["a": "u00e9"]),
            (#"a = "\q";"#, ["a": "q"]), (#"a = "\101\60";"#, ["a": "A0"]), (#"a = "\341";"#, ["a": "Æ"]),
            // What is no text is no text of the app.
            ("a = b; c = (1, {d = e;}, <0f a0>,); f = <>; g = { h = i; };", ["a": "b"]),
        ] as [(String, [String: String])]
    )
    func oldStyle(text: String, pairs: [String: String]) throws {
        #expect(try Self.read(text).compactMapValues(\.text) == pairs)
    }

    @Test(
        "a file that is not one is refused with its line",
        arguments: [
            ("", 0), ("a = b", 1), ("a = b\nc = d;", 2), ("\n\na = ;", 3), ("a = \"b;", 1), ("{ a = b;", 1),
            ("a = b; }", 1), ("a = { b = c; ;", 1), ("a = (b c);", 1), ("a = <xy>;", 1), ("a = \"\\", 1), ("= b;", 1),
            ("ä = b;", 1),
        ]
    )
    func refused(text: String, line: Int) throws {
        let error = #expect(throws: LocalizationError.self) { try Self.read(text) }
        #expect(error?.code == .malformed)
        if line > 0 { #expect(error?.reason.hasPrefix("line \(line):") == true) }
    }

    @Test("values nest no deeper than 512")
    func deep() throws {
        func nested(_ depth: Int) -> String {
            "a = " + String(repeating: "{a=", count: depth) + "b" + String(repeating: ";}", count: depth) + ";"
        }
        #expect(try Self.read(nested(500))["a"]?.dictionary != nil)
        #expect(throws: LocalizationError.self) { try Self.read(nested(100_000)) }
        #expect(throws: LocalizationError.self) { try Self.read("a = " + String(repeating: "(", count: 100_000)) }
    }

    @Test("octal escapes are those of Foundation's NeXTSTEP encoding")
    func nextStep() throws {
        for byte in UInt8.min...UInt8.max where byte < 0xFE {
            let expected = try #require(String(data: Data([byte]), encoding: .nextstep))
            let text = "a = \"\\\(String(byte, radix: 8).count < 3 ? "0" : "")\(String(byte, radix: 8))\";"
            #expect(try Self.read(text)["a"]?.text == expected, "\(byte)")
        }
    }

    @Test("every encoding is read, with and without a mark")
    func encodings() throws {
        let text = "/* é */ \"ключ\" = \"🔑\";"
        let files: [Data?] = [
            text.data(using: .utf8), Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), text.data(using: .utf16),
            Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
            Data([0xFE, 0xFF]) + Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
            text.data(using: .utf16LittleEndian), text.data(using: .utf16BigEndian),
            Data([0xFF, 0xFE, 0, 0]) + (text.data(using: .utf32LittleEndian) ?? Data()),
            Data([0, 0, 0xFE, 0xFF]) + (text.data(using: .utf32BigEndian) ?? Data()),
        ]
        for file in files {
            let bytes = Array(try #require(file))
            #expect(try StringsReader.read(bytes) == ["ключ": .text("🔑")], "\(bytes.prefix(4))")
        }
    }

    @Test("bytes that are no text in their encoding are refused")
    func badEncoding() {
        let files: [[UInt8]] = [
            [0x61, 0x3D, 0xC3, 0x28], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x00, 0xD8], [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0],
        ]
        for bytes in files {
            #expect(#expect(throws: LocalizationError.self) { try StringsReader.read(bytes) }?.code == .badEncoding)
        }
    }

    @Test("XML and binary property lists say the same as Foundation wrote", arguments: [true, false])
    func propertyLists(isXML: Bool) throws {
        let long = String(repeating: "lang ", count: 100)
        let list: [String: Any] = [
            "ascii": "text", "unicode": "€ 🔑 ключ", "long": long, "number": 7,
            "inner": ["other": "%d", "deep": ["x": "<&>"]], "list": [1, 2],
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: isXML ? .xml : .binary, options: 0)
        let read = try StringsReader.read(Array(data))
        #expect(read["ascii"] == .text("text"))
        #expect(read["unicode"] == .text("€ 🔑 ключ"))
        #expect(read["long"] == .text(long))
        #expect(read["number"] == .other)
        #expect(read["list"] == .other)
        #expect(read["inner"] == .dictionary(["other": .text("%d"), "deep": .dictionary(["x": .text("<&>")])]))
        #expect(read.count == 6)
    }

    @Test("XML in UTF-16 is read, whatever its declaration says")
    func utf16XML() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict><key>a</key><string>é</string></dict></plist>"
        #expect(try StringsReader.read(Array(try #require(text.data(using: .utf16)))) == ["a": .text("é")])
    }
}
