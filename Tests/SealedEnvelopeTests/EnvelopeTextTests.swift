import Foundation
import SealedEnvelope
import Testing

@Suite("Base64url of an envelope")
struct EnvelopeTextTests {
    /// RFC 4648 §10 without its padding, and the two characters that differ from base64.
    static let known: [(bytes: [UInt8], text: String)] = [
        ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xEF, 0xBE], "----"), ([0xFF, 0xFF, 0xFF], "____"),
    ]

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    @Test("the vectors of RFC 4648 are written and read", arguments: known)
    func vectors(bytes: [UInt8], text: String) {
        #expect(EnvelopeText.encode(bytes) == text)
        #expect(EnvelopeText.decode(text) == bytes)
        #expect(EnvelopeText.characterCount(of: bytes.count) == text.utf8.count)
    }

    @Test("every length up to 66 bytes gives Foundation's base64 in the other alphabet", arguments: 1...66)
    func lengths(count: Int) {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let expected = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(EnvelopeText.encode(bytes) == expected)
            #expect(EnvelopeText.decode(expected) == bytes)
            #expect(EnvelopeText.characterCount(of: count) == expected.utf8.count)
        }
    }

    @Test("every pair of bytes is written and read")
    func pairs() {
        for word in UInt16.min...UInt16.max {
            let bytes = [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
            let read = EnvelopeText.decode(EnvelopeText.encode(bytes))
            if read != bytes { Issue.record("\(bytes) is read as \(String(describing: read))") }
        }
    }

    @Test(
        "padding, white space and characters outside the alphabet are refused",
        arguments: [
            "Zg==", "Zm8=", "=", "====", "Zm9v=", "Zm9v====", " Zg", "Zg ", "Z g", "Zm9v\n", "\nZm9v", "Zm\r\n9v",
            "Zm9v\t", "++++", "////", "Zm+v", "Zm/v", "Zm9v\u{0}", "Zm\u{0}v", "Zm9é", "Zm.v", "Zm,v", "Zm:v", "Zm@v",
            "Zm[v", "Zm`v", "Zm{v", "Zm9\u{FEFF}v", "\u{FF21}m9v",
        ])
    func outside(text: String) {
        #expect(EnvelopeText.decode(text) == nil)
    }

    @Test("an impossible length is refused", arguments: [1, 5, 9, 13, 41, 4_097])
    func impossibleLength(count: Int) {
        #expect(EnvelopeText.decode(String(repeating: "A", count: count)) == nil)
    }

    /// A tail of two characters stands for one byte, a tail of three for two; every other spelling has bits to spare.
    @Test("only one spelling of each ending is read", arguments: [(2, 256), (3, 65_536)])
    func tails(count: Int, spellings: Int) {
        for start in ["", "Zm9v"] {
            var accepted = 0
            for number in 0..<(1 << (6 * count)) {
                let tail = (0..<count).map { Self.alphabet[number >> (6 * $0) & 63] }
                let text = start + String(decoding: tail, as: UTF8.self)
                guard let bytes = EnvelopeText.decode(text) else { continue }
                accepted += 1
                if EnvelopeText.encode(bytes) != text { Issue.record("\(text) is read but not written") }
            }
            #expect(accepted == spellings)
        }
    }

    /// A text holds ASCII as single bytes; all bytes from 0x80 on stand in the characters of two bytes below U+0800 and in
    /// those of four from U+10000 on.
    @Test("only the 64 characters of the alphabet are read, at every offset", arguments: 0..<8)
    func alphabet(offset: Int) {
        let scalars =
            (0..<0x800).compactMap(UnicodeScalar.init(_:))
            + [UnicodeScalar(0x10000), UnicodeScalar(0x10FFFF)]
            .compactMap(\.self)
        let accepted = scalars.filter { scalar in
            // With as many bytes as four or eight characters of the alphabet, so that the length is possible.
            let rest = String(repeating: "A", count: 8 - UTF8.width(scalar))
            let text = String(rest.prefix(offset)) + String(scalar) + String(rest.dropFirst(offset))
            return EnvelopeText.decode(text) != nil
        }
        #expect(accepted.map(\.value) == Self.alphabet.sorted().map(UInt32.init))
    }
}
