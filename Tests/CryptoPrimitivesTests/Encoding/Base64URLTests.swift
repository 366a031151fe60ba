import CryptoPrimitives
import Foundation
import Testing

@Suite("Base64url")
struct Base64URLTests {
    /// RFC 4648 §10 without its padding, and bytes for the two characters that differ from base64.
    static let known: [(bytes: [UInt8], text: String)] = [
        (Array("".utf8), ""),
        (Array("f".utf8), "Zg"),
        (Array("fo".utf8), "Zm8"),
        (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg"),
        (Array("fooba".utf8), "Zm9vYmE"),
        (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xfb, 0xef, 0xbe], "----"),
        ([0xff, 0xff, 0xff], "____"),
    ]

    @Test("known texts are written and read", arguments: known)
    func writtenAndRead(bytes: [UInt8], text: String) {
        #expect(Base64URL.string(encoding: bytes.span) == text)
        #expect(decode(text) == bytes)
        var output: [UInt8] = [1, 2]
        Base64URL.encode(bytes.span, appendingTo: &output)
        #expect(output == [1, 2] + Array(text.utf8))
        #expect(Base64URL.encodedCount(of: bytes.count) == text.utf8.count)
        #expect(Base64URL.decodedCount(of: text.utf8.count) == bytes.count)
    }

    @Test("every size to 200 gives Foundation's base64 in the other alphabet", arguments: 0...200)
    func sizes(count: Int) {
        let bytes = Randomness.system.bytes(count: count)
        let expected = Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(Base64URL.string(encoding: bytes.span) == expected)
        #expect(decode(expected) == bytes)
    }

    @Test(
        "a text that is not canonical is refused",
        arguments: [
            "Zg==", "Zm8=", "=", "====", "Zm9v=", "Zm9v====",
            " Zg", "Zg ", "Z g", "Zm9v\n", "\nZm9v", "Zm\r\n9v", "Zm9v\t",
            "++++", "////", "Zm+v", "Zm/v",
            "Zm9v\u{0}", "Zm\u{0}v", "Zm9é", "Zm.v", "Zm,v", "Zm:v", "Zm@v", "Zm[v", "Zm`v", "Zm{v",
        ])
    func notCanonical(text: String) {
        #expect(decode(text) == nil)
    }

    @Test("every impossible length is refused", arguments: [1, 5, 9, 13, 41, 4097])
    func impossibleLength(count: Int) {
        #expect(decode(String(repeating: "A", count: count)) == nil)
    }

    @Test("of all endings of two characters only the 256 canonical ones are read")
    func twoCharacterTails() {
        #expect(acceptedTails(of: 2) == 256)
    }

    @Test("of all endings of three characters only the 65536 canonical ones are read")
    func threeCharacterTails() {
        #expect(acceptedTails(of: 3) == 65_536)
    }

    /// libsodium 1.0.18 by itself also reads all bytes from 0x80 on.
    @Test("only the 64 characters of the alphabet are read, at every offset", arguments: 0..<8)
    func alphabet(place: Int) {
        let accepted = (UInt8.min...UInt8.max).filter { byte in
            var text = [UInt8](repeating: 0x41, count: 8)
            text[place] = byte
            return Base64URL.decode(text.span) != nil
        }
        #expect(accepted == Self.alphabet.sorted())
    }

    @Test("each byte of a long text is refused or read as by Foundation, at every offset", arguments: 0..<52)
    func alphabetInLongText(place: Int) {
        for byte in UInt8.min...UInt8.max {
            var text = (0..<52).map { Self.alphabet[$0 * 37 % 64] }
            text[place] = byte
            let foundations =
                Self.alphabet.contains(byte)
                ? Data(
                    base64Encoded: String(decoding: text, as: UTF8.self)
                        .replacing("-", with: "+").replacing("_", with: "/")) : nil
            #expect(Base64URL.decode(text.span) == foundations.map { Array($0) }, "byte \(byte)")
        }
    }

    @Test("two errors do not cancel each other", arguments: [16, 32, 36, 48])
    func twoFaults(distance: Int) {
        for place in 0..<52 - distance {
            for byte in UInt8.min...UInt8.max where !Self.alphabet.contains(byte) {
                var text = [UInt8](repeating: 0x41, count: 52)
                text[place] = byte
                text[place + distance] = byte
                if Base64URL.decode(text.span) != nil { Issue.record("\(byte) is read twice from \(place) on") }
            }
        }
    }

    @Test("a secret is read straight into guarded memory")
    func secret() throws {
        let text = Array("Zm9vYmFy".utf8)
        #expect(try SecretMemory(base64URL: text.span, byteCount: 6).copiedBytes == Array("foobar".utf8))
    }

    @Test(
        "a secret of another size or spelling is refused",
        arguments: [
            ("Zm9vYmFy", 5), ("Zm9vYmFy", 7), ("Zm9vYmE", 6), ("Zm9vYm+y", 6), ("Zm9vYmF=", 6), ("Zm9vYmé", 6),
            ("Zh", 1), ("", 0),
        ])
    func refusedSecret(text: String, byteCount: Int) {
        let characters = Array(text.utf8)
        #expect(throws: CryptoError.incorrectSize) {
            try SecretMemory(base64URL: characters.span, byteCount: byteCount)
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The number of texts of `count` characters of the alphabet that are read; each must be written the same again.
    private func acceptedTails(of count: Int) -> Int {
        var accepted = 0
        var text = [UInt8](repeating: 0, count: count)
        for number in 0..<(1 << (6 * count)) {
            for place in 0..<count { text[place] = Self.alphabet[number >> (6 * place) & 63] }
            guard let bytes = Base64URL.decode(text.span) else { continue }
            accepted += 1
            var again: [UInt8] = []
            Base64URL.encode(bytes.span, appendingTo: &again)
            if again != text { Issue.record("\(text) is read but not written") }
        }
        return accepted
    }

    private func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        return Base64URL.decode(characters.span)
    }
}
