import Conformance
import Foundation
import RoundTrip
import StrictJSON
import Testing

/// Reading and then writing is the identity or a refusal, but for what JSON leaves free: white space between tokens and
/// escapes in strings.
@Suite("JSON has one writing")
struct JSONMalleabilityTests {
    /// The payload fixtures and the contents of the hostile corpus that are read at all, as they are written.
    private static func normalForms() throws -> [[UInt8]] {
        let fixtures = try PayloadFixture.all.map { try Array(Data(contentsOf: $0.file)) }
        let hostile = try HostileCase.Kind.allCases.flatMap { try HostileCase.all($0) }.map(\.content)
        return (fixtures + hostile).compactMap { (try? JSONValue(parsing: $0))?.serialized() }
    }

    @Test("a written text is read, and written to the same bytes")
    func normalFormIsStable() throws {
        let texts = try Self.normalForms()
        #expect(texts.count > 200)
        for text in texts {
            let again = try JSONValue(parsing: text)
            #expect(again.serialized() == text)
        }
    }

    @Test("one changed bit of a written text is refused, or kept byte for byte", arguments: 0..<8)
    func everyFlippedBit(bit: Int) throws {
        var kept = 0
        for text in try Set(Self.normalForms()) where text.count < 160 {
            for place in text.indices {
                var changed = text
                changed[place] ^= 1 << bit
                guard let value = try? JSONValue(parsing: changed) else { continue }
                // A backslash or white space that came in is free to be written in another way.
                let isFree = changed.contains { $0 == UInt8(ascii: "\\") || $0 == 0x20 || (0x09...0x0D).contains($0) }
                guard !isFree else { continue }
                kept += 1
                if value.serialized() != changed { Issue.record("\(String(decoding: changed, as: UTF8.self))") }
            }
        }
        // The highest bit of ASCII set is no UTF-8 without its other bytes.
        #expect(bit == 7 || kept > 1000)
    }

    @Test("a truncated or extended text is refused or another value")
    func cutAndExtended() throws {
        for text in try Set(Self.normalForms()).filter({ $0.count < 400 && $0.first == UInt8(ascii: "{") }) {
            for count in text.indices { #expect((try? JSONValue(parsing: Array(text.prefix(count)))) == nil) }
            for end in ["{}", ",", "0", "\0", "}", "\u{FEFF}", "//"] {
                #expect((try? JSONValue(parsing: text + Array(end.utf8))) == nil)
            }
        }
    }
}
