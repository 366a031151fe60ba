import Glibc
import Testing

@testable import sealedpush

/// glibc's own, which its header shows only to those who define `_XOPEN_SOURCE`.
private let wcwidth: (@convention(c) (wchar_t) -> Int32)? = {
    guard let function = dlsym(dlopen(nil, RTLD_NOW), "wcwidth") else { return nil }
    return unsafeBitCast(function, to: (@convention(c) (wchar_t) -> Int32).self)
}()

/// The columns of a text by glibc, of each cluster the widest scalar; nil where glibc does not know one.
func columnsByGlibc(_ text: String) -> Int? {
    guard let wcwidth, let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return nil }
    let former = uselocale(locale)
    defer {
        uselocale(former)
        freelocale(locale)
    }
    var columns = 0
    for character in text {
        let widths = character.unicodeScalars.map { Int(wcwidth(wchar_t(bitPattern: $0.value))) }
        guard let widest = widths.max(), !widths.contains(-1) else { return nil }
        // The two letters of a flag, narrow each, are one wide emoji.
        let isFlag = character.unicodeScalars.allSatisfy { 0x1F1E6...0x1F1FF ~= $0.value } && widths.count == 2
        columns += isFlag ? 2 : widest
    }
    return columns
}

@Suite("display width")
struct DisplayWidthTests {
    /// Wide since Unicode 16; and letters that are shown only in pairs, as flags.
    private static let exceptions = [UInt32(0x4DC0)...0x4DFF, 0x1F1E6...0x1F1FF]

    @Test("every character has the width that glibc reports")
    func everyScalar() {
        var differing: [String] = []
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), !Self.exceptions.contains(where: { $0 ~= value }) else {
                continue
            }
            switch scalar.properties.generalCategory {
            case .unassigned, .privateUse, .surrogate, .control: continue
            default: break
            }
            let text = String(scalar)
            if let columns = columnsByGlibc(text), columns != text.displayWidth {
                differing.append("U+\(String(value, radix: 16, uppercase: true))")
            }
        }
        // glibc and Swift may have tables of different versions of Unicode, which changes a character here and there.
        #expect(differing.count < 20, "\(differing)")
    }

    @Test(
        "joined characters have the width of the character that they join",
        arguments: [
            ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("👍🏽", 2), ("☎️", 2), ("☎", 1), ("한", 2), ("각", 2),
            ("한글", 4), ("日本", 4), ("￥", 2), ("¥", 1), ("שלום", 4), ("السّلام", 6), ("a\u{200B}b", 2), ("", 0),
        ])
    func joined(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }
}

@Suite("layout")
struct LayoutTests {
    @Test(
        "text is wrapped between words, and inside words that are too long",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one", 7, ["one"]), ("", 7, [""]),
            ("a\nb", 7, ["a", "b"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("日本語です", 4, ["日本", "語で", "す"]),
            ("ab 日本語", 5, ["ab", "日本", "語"]), ("one two three four", 7, ["one two", "three…"]),
        ])
    func wrapping(text: String, columns: Int, lines: [String]) {
        #expect(text.wrapped(to: columns, lines: text.contains("four") ? 2 : 9) == lines)
    }

    @Test("text is cut to whole characters", arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abcd", 4, "abcd")])
    func truncating(text: String, columns: Int, result: String) {
        #expect(text.truncated(to: columns) == result)
    }
}
