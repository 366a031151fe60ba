import Foundation
import Testing

@testable import AppStrings

/// The work for a text is bounded by numbers of this module, not by what a bundle or a push asks for.
@Suite("The cost of a localized text is bounded")
struct CostTests {
    /// Variables of which each names the next one many times, four levels deep; the last one is the text at the end.
    static func nested(references: Int, end: String) -> LocalizedEntry {
        var entry = LocalizedEntry(format: "%#@a@")
        for (name, next) in [("a", "b"), ("b", "c"), ("c", "d")] {
            entry.variables[name] = .init([.other: String(repeating: "%#@\(next)@", count: references)])
        }
        entry.variables["d"] = .init([.other: end])
        return entry
    }

    static let policies = {
        var (printing, empty) = (LocalizationPolicy(), LocalizationPolicy())
        (printing.formatsNumbers, empty.formatsNumbers) = (true, true)
        empty.missingArgument = ""
        return [printing, empty]
    }()

    static func text(_ entry: LocalizedEntry, _ arguments: [String], _ policy: LocalizationPolicy) -> String {
        MessageFormat.text(of: entry, arguments: arguments, policy: policy, rules: .of("en"))
    }

    @Test("a text is cut at 16,384 bytes, for every cause of its length")
    func cut() {
        let long = String(repeating: "€", count: 1 << 20)
        let entries = [
            LocalizedEntry(format: long), LocalizedEntry(format: "%@" + long), LocalizedEntry(format: "%@%@%@"),
            LocalizedEntry(format: String(repeating: "%%", count: 1 << 20)),
            LocalizedEntry(format: String(repeating: "%", count: 1 << 20)),
            LocalizedEntry(format: String(repeating: "%7$@", count: 1 << 20)), Self.nested(references: 100, end: long),
            Self.nested(references: 3, end: "%@"),
        ]
        for (number, entry) in entries.enumerated() {
            for policy in Self.policies {
                let text = Self.text(entry, [long, long], policy)
                #expect(text.utf8.count <= 16_384, "entry \(number)")
                #expect(
                    text.unicodeScalars.allSatisfy { $0 == "€" || $0 == "%" || "(null)".unicodeScalars.contains($0) })
            }
        }
    }

    /// Whether what ends the references is empty, missing, or a long argument that is counted each time.
    @Test(
        "references are followed for as many scalars as a text four times too long has",
        arguments: ["", "%9$@", "%1$#@e@"])
    func scalarsRead(end: String) {
        for policy in Self.policies {
            var entry = Self.nested(references: 100, end: end)
            entry.variables["e"] = .init([.other: ""])
            let argument = String(repeating: "7", count: 4000)
            var format = MessageFormat(arguments: [argument], policy: policy, rules: .of("en"))
            format.write(entry)
            // The last conversion, and the argument that it counts, may exceed the limit.
            #expect(format.scalarsRead <= 65_536 + 256 + 4000)
            #expect(format.output.utf8.count <= 16_384)
        }
    }

    @Test("a text of 16,384 bytes is not cut, nor are the nested variables of real apps")
    func whole() {
        let longest = String(repeating: "x", count: 16_384)
        #expect(Self.text(LocalizedEntry(format: longest), [], LocalizationPolicy()) == longest)
        #expect(Self.text(LocalizedEntry(format: "%@"), [longest], LocalizationPolicy()) == longest)
        #expect(Self.text(Self.nested(references: 3, end: "ab"), ["1"], Self.policies[0]).count == 27 * 2)
    }

    @Test("a conversion of more than 256 scalars is not a conversion")
    func longConversion() {
        let zeros = String(repeating: "0", count: 254)
        #expect(Self.text(LocalizedEntry(format: "%\(zeros)d"), ["7"], Self.policies[0]) == "7")
        #expect(Self.text(LocalizedEntry(format: "%0\(zeros)d"), ["7"], Self.policies[0]) == "%0\(zeros)d")
    }
}
