import Conformance
import CryptoPrimitives
import Foundation
import PushOpener
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

/// Decoding and then encoding is the identity or a refusal: one envelope has exactly one spelling (wire format §2.2).
@Suite("Envelopes have one spelling")
struct EnvelopeMalleabilityTests {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// The envelope texts of the known answers, and what the hostile corpus has in their place.
    private static func texts() throws -> [String] {
        let known = ["readings", "refusals"].flatMap { KnownAnswerFile.cases($0) }
            .compactMap { $0.text("body") }.map { Array($0.utf8) }
        let bodies = try known + HostileCase.all(.body).map(\.content)
        return bodies.compactMap { body in
            (try? JSONValue(parsing: body))?.objectValue?["sealed"]?.stringValue
        }
    }

    private static func spelling(of text: String) -> String? {
        (try? Envelope(text: text)).map { Base64URL.string(encoding: $0.bytes.span) }
    }

    @Test("an envelope that is read is written identically, over the known answers and the hostile corpus")
    func identityOrRefusal() throws {
        let texts = try Self.texts()
        var accepted = 0
        for text in texts {
            guard let spelling = Self.spelling(of: text) else { continue }
            accepted += 1
            #expect(Array(spelling.utf8) == Array(text.utf8))
        }
        #expect(accepted > 100 && accepted < texts.count, "\(accepted) of \(texts.count)")
    }

    /// Of the last character's 64 values as many count as its used bits make: 4, 16 or 64.
    @Test("bits after the last byte must be zero", arguments: [(61, 4), (62, 16), (63, 64)])
    func trailingBits(byteCount: Int, spellings: Int) {
        let bytes = [2] + [UInt8](repeating: 0x5A, count: byteCount - 1)
        let text = Base64URL.string(encoding: bytes.span)
        let accepted = Self.alphabet.filter { Self.spelling(of: text.dropLast() + String($0)) != nil }
        #expect(accepted.count == spellings)
        let decoded = Set(accepted.compactMap { try? Envelope(text: text.dropLast() + String($0)).bytes })
        #expect(decoded.count == spellings, "no two spellings are one envelope")
    }

    @Test("another character, at any offset, is refused or gives another envelope")
    func everyReplacedByte() throws {
        let good = Array(Base64URL.string(encoding: ([2] + (0..<60).map { UInt8($0 * 7 & 0xFF) }).span).utf8)
        let bytes = try Envelope(text: String(decoding: good, as: UTF8.self)).bytes
        for place in good.indices {
            for replacement in UInt8.min...UInt8.max where replacement != good[place] {
                var changed = good
                changed[place] = replacement
                let text = String(decoding: changed, as: UTF8.self)
                guard let envelope = try? Envelope(text: text) else { continue }
                if envelope.bytes == bytes || Base64URL.string(encoding: envelope.bytes.span) != text {
                    Issue.record("byte \(replacement) at \(place)")
                }
            }
        }
    }

    @Test(
        "no character may precede, interrupt or follow an envelope",
        arguments: ["=", "==", "\n", "\r\n", " ", "\t", "\0", "\u{FEFF}", "\u{200B}", "\u{301}"])
    func additions(addition: String) throws {
        for count in 61...63 {
            let text = Base64URL.string(encoding: ([2] + [UInt8](repeating: 1, count: count - 1)).span)
            #expect(Self.spelling(of: text) != nil)
            #expect(Self.spelling(of: text + addition) == nil)
            #expect(Self.spelling(of: addition + text) == nil)
            #expect(Self.spelling(of: text.prefix(20) + addition + text.dropFirst(20)) == nil)
        }
    }

    @Test("the characters of the other base64 alphabet are refused")
    func otherAlphabet() {
        let text = Base64URL.string(encoding: ([2, 0, 0, 0xFB, 0xEF, 0xBE] + [UInt8](repeating: 0xFF, count: 57)).span)
        #expect(text.contains("-") && text.contains("_") && Self.spelling(of: text) != nil)
        #expect(Self.spelling(of: text.replacing("-", with: "+")) == nil)
        #expect(Self.spelling(of: text.replacing("_", with: "/")) == nil)
    }
}
