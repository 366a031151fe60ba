import Foundation
import Testing

@testable import AppStrings

/// The grammar as Core Foundation's `CFOldStylePList.c` has it.
@Suite("Localizable.strings is read in all its forms")
struct StringsFileTests {
    static func read(_ text: String) throws -> [String: StringsNode] {
        try StringsReader.read(Array(text.utf8)).members
    }

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
            ("a = b; /* does not end", ["a": "b"]), ("/* only a comment */", [:]), ("  \n", [:]), ("", [:]),
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
        "a file that is not a strings file is refused with the line",
        arguments: [
            ("a", 1), ("a = b", 1), ("a = b; c", 1), ("a = b\"c\";", 1), ("a = b c;", 1), ("a == b;", 1), ("(a)", 1),
            ("a = <0 f>;", 1), ("{ a = b; } c", 1), ("{ a = b;; }", 1), (";", 1), ("}", 1), ("\"b", 1),
            ("a = b\nc = d;", 2), ("\n\na = ;", 3), ("a = \"b;", 1), ("{ a = b;", 1),
            ("a = { b = c; ;", 1), ("a = (b c);", 1), ("a = <xy>;", 1), ("a = \"\\", 1), ("= b;", 1),
            ("ä = b;", 1),
        ]
    )
    func refused(text: String, line: Int) throws {
        let error = #expect(throws: StringsError.self) { try Self.read(text) }
        if line > 0 { #expect(error?.reason.hasPrefix("line \(line):") == true) }
    }

    /// `parsePlistDictContent` ends without an error where `parsePlistString` finds no key.
    @Test(
        "bare pairs end at the first token that starts no string, which is reported with its line",
        arguments: [
            ("a = 1;;\nb = 2;", ["a": "1"], 1), ("a = b;\n}", ["a": "b"], 2), ("a;\n= b;", ["a": "a"], 2),
            ("a = b;\n\nä = b;", ["a": "b"], 3), ("a = b;\n\"c = d;\ne = f;", ["a": "b"], 2),
            ("a = b; 'c\\", ["a": "b"], 1),
            ("a = b; // c\n, d = e;", ["a": "b"], 2), ("a = b; { c = d; }", ["a": "b"], 1),
        ] as [(String, [String: String], Int)])
    func abandoned(text: String, pairs: [String: String], line: Int) throws {
        let (members, damage) = try StringsReader.read(Array(text.utf8))
        #expect(members.compactMapValues(\.text) == pairs)
        #expect(damage?.reason.hasPrefix("line \(line): ") == true)
    }

    @Test(
        "a whole file has no damage",
        arguments: ["", "\n", "a = b;", "{ a = b; } // c", #"a = "\"";"#, "<plist><dict/></plist>"])
    func whole(text: String) throws {
        #expect(try StringsReader.read(Array(text.utf8)).damage == nil)
    }

    @Test("values nest at most 512 levels deep")
    func deep() throws {
        func nested(_ depth: Int) -> String {
            "a = " + String(repeating: "{a=", count: depth) + "b" + String(repeating: ";}", count: depth) + ";"
        }
        #expect(try Self.read(nested(500))["a"]?.dictionary != nil)
        #expect(throws: StringsError.self) { try Self.read(nested(100_000)) }
        #expect(throws: StringsError.self) { try Self.read("a = " + String(repeating: "(", count: 100_000)) }
    }

    /// The characters from 0x80 on (Unicode, VENDORS/NEXT/NEXTSTEP.TXT); the last two are not assigned.
    static let nextStep: [UInt32] = [
        0xA0, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF,
        0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xB5, 0xD7, 0xF7,
        0xA9, 0xA1, 0xA2, 0xA3, 0x2044, 0xA5, 0x192, 0xA7, 0xA4, 0x2019, 0x201C, 0xAB, 0x2039, 0x203A, 0xFB01, 0xFB02,
        0xAE, 0x2013, 0x2020, 0x2021, 0xB7, 0xA6, 0xB6, 0x2022, 0x201A, 0x201E, 0x201D, 0xBB, 0x2026, 0x2030, 0xAC,
        0xBF,
        0xB9, 0x2CB, 0xB4, 0x2C6, 0x2DC, 0xAF, 0x2D8, 0x2D9, 0xA8, 0xB2, 0x2DA, 0xB8, 0xB3, 0x2DD, 0x2DB, 0x2C7,
        0x2014, 0xB1, 0xBC, 0xBD, 0xBE, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB,
        0xEC, 0xC6, 0xED, 0xAA, 0xEE, 0xEF, 0xF0, 0xF1, 0x141, 0xD8, 0x152, 0xBA, 0xF2, 0xF3, 0xF4, 0xF5,
        0xF6, 0xE6, 0xF9, 0xFA, 0xFB, 0x131, 0xFC, 0xFD, 0x142, 0xF8, 0x153, 0xDF, 0xFE, 0xFF, 0xFFFD, 0xFFFD,
    ]

    @Test("octal escapes are those of the NeXTSTEP encoding")
    func octalEscapes() throws {
        for (byte, scalar) in (Array(0..<0x80) + Self.nextStep).enumerated() {
            let octal = String(byte, radix: 8)
            let text = "a = \"\\\(octal.count < 3 ? "0" : "")\(octal)\";"
            #expect(try Self.read(text)["a"]?.text?.unicodeScalars.map(\.value) == [scalar], "\(byte)")
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
            #expect(try StringsReader.read(bytes).members == ["ключ": .text("🔑")], "\(bytes.prefix(4))")
        }
    }

    @Test("bytes that are invalid in their encoding are refused")
    func badEncoding() {
        let files: [[UInt8]] = [
            [0x61, 0x3D, 0xC3, 0x28], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x00, 0xD8], [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0],
        ]
        for bytes in files {
            #expect(throws: StringsError.self) { try StringsReader.read(bytes) }
        }
    }

    @Test("XML and binary property lists have the content that Foundation wrote", arguments: [true, false])
    func propertyLists(isXML: Bool) throws {
        let long = String(repeating: "lang ", count: 100)
        let list: [String: Any] = [
            "ascii": "text", "unicode": "€ 🔑 ключ", "long": long, "number": 7,
            "inner": ["other": "%d", "deep": ["x": "<&>"]], "list": [1, 2],
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: isXML ? .xml : .binary, options: 0)
        let read = try StringsReader.read(Array(data)).members
        #expect(read["ascii"] == .text("text"))
        #expect(read["unicode"] == .text("€ 🔑 ключ"))
        #expect(read["long"] == .text(long))
        #expect(read["number"] == .other)
        #expect(read["list"] == .other)
        #expect(read["inner"] == .dictionary(["other": .text("%d"), "deep": .dictionary(["x": .text("<&>")])]))
        #expect(read.count == 6)
    }

    @Test("XML in UTF-16 is read with any declared encoding")
    func utf16XML() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict><key>a</key><string>é</string></dict></plist>"
        #expect(try StringsReader.read(Array(try #require(text.data(using: .utf16)))).members == ["a": .text("é")])
    }

    @Test(
        "texts in XML may contain CDATA, predefined entities and character references",
        arguments: [
            ("a &amp; &lt;b&gt; &quot;c&apos;", "a & <b> \"c'"), ("&#233;&#x20AC;&#x1F511;", "é€🔑"),
            ("a<![CDATA[<b> & ]] ]]>c", "a<b> & ]] c"), (" \n a ", " \n a "), ("", ""),
        ]
    )
    func xmlText(source: String, text: String) throws {
        let list = "<plist version='1.0'>\n<dict><key>\(source)</key><string>\(source)</string ></dict>\n</plist>\n"
        #expect(try Self.read(list) == [text: .text(text)])
    }

    @Test("XML is read with comments, empty elements, a document type and without plist")
    func xmlForms() throws {
        let list = """
            <?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://apple.com/x.dtd">
            <!-- <dict> --><dict><!-- --><key>a</key><!-- b --><string/><key>b</key><dict/><key>c</key><array/>
            <key>d</key><array><true/><real>1</real><dict><key>e</key><date>0</date></dict></array>
            <key>a</key><string>last</string></dict><!-- -->
            """
        #expect(try Self.read(list) == ["a": .text("last"), "b": .dictionary([:]), "c": .other, "d": .other])
    }

    // `<!ELEMENT key (#PCDATA)>`: text of any length, in which XML allows comments and processing instructions. A tag may
    // have white space before its end.
    @Test(
        "keys and texts take all forms of XML that Apple's DTD allows",
        arguments: [
            ("<key/><string>b</string>", "", "b"), ("<key></key><string>b</string>", "", "b"),
            ("<key />\n<string />", "", ""), ("<key >a</key ><string >b</string >", "a", "b"),
            ("<key>a<!-- <b> & -->c</key><string>b<!-- --> d <!---->e</string>", "ac", "b d e"),
            ("<key><!-- -->a</key><string> <!-- --> </string>", "a", "  "),
            ("<key>a<?x <b> ?>c</key><string>b</string>", "ac", "b"),
        ]
    )
    func xmlTags(members: String, key: String, text: String) throws {
        #expect(try Self.read("<plist><dict>\(members)</dict></plist>") == [key: .text(text)])
    }

    @Test(
        "a document type stands once, before the property list",
        arguments: [
            ("<!-- --><!DOCTYPE plist>\n<!-- --><plist><dict/></plist>", true),
            ("<!DOCTYPE plist><!DOCTYPE plist><plist><dict/></plist>", false),
            ("<plist><!DOCTYPE plist><dict/></plist>", false), ("<plist><dict/></plist><!DOCTYPE plist>", false),
            ("<plist><dict><!DOCTYPE plist></dict></plist>", false),
            ("<plist><dict><key>a</key><!DOCTYPE plist><string/></dict></plist>", false),
            ("<plist><dict><key>a</key><string>b<!DOCTYPE plist></string></dict></plist>", false),
        ]
    )
    func documentType(text: String, isRead: Bool) throws {
        if isRead {
            #expect(try Self.read("<?xml version=\"1.0\"?>\(text)").isEmpty)
        } else {
            #expect(throws: StringsError.self) { try Self.read("<?xml version=\"1.0\"?>\(text)") }
        }
    }

    @Test(
        "XML that is not a property list is refused",
        arguments: [
            "<plist/>", "<plist></plist>", "<plist><dict/>", "<plist><dict></plist>", "<plist><dict/></plist>x",
            "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
            "<plist><dict><key>a</key><text>b</text></dict></plist>",
            "<plist><dict><key>a</key><string>b</dict></plist>",
            "<plist><dict><key>a</key><string><b/></string></dict></plist>",
            "<plist><dict><key>a</key><string>&</string></dict></plist>",
            "<plist><dict><key>a</key><string>&b;</string></dict></plist>",
            "<plist><dict><key>a</key><string>&#xD83D;</string></dict></plist>",
            "<plist><dict><key>a</key><string>&#x110000;</string></dict></plist>",
            "<plist><dict><key>a</key><string>b</string></dict><!-- </plist>", "<plist/><dict/></plist>",
            "<plist><dict><key>a</key><string>b<!-- </string></dict></plist>",
            "<plist><dict><keys>a</keys><true/></dict></plist>",
        ]
    )
    func refusedXML(text: String) {
        #expect(throws: StringsError.self) { try Self.read(text) }
    }
}
