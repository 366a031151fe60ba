import CryptoPrimitives
import Foundation
import Testing

@Suite("Base64 in lines")
struct Base64LinesTests {
    private func decode(_ text: String, maximumByteCount: Int = 48) throws -> [UInt8] {
        let characters = Array(text.utf8)
        return try Base64Lines.decodeSecret(characters.span, maximumByteCount: maximumByteCount).copiedBytes
    }

    @Test("a secret is written and read as Foundation does", arguments: 1...48)
    func sizes(count: Int) throws {
        let bytes = Randomness.system.bytes(count: count)
        let line = try Base64Lines.encodeLine(SecretMemory(copying: bytes.span)).copiedBytes
        #expect(line == Array(Data(bytes).base64EncodedString().utf8))
        #expect(try decode(String(decoding: line, as: UTF8.self), maximumByteCount: count) == bytes)
        #expect(throws: CryptoError.incorrectSize) {
            try decode(String(decoding: line, as: UTF8.self), maximumByteCount: count - 1)
        }
    }

    @Test("a secret that needs more than one line is not written")
    func tooLong() {
        let bytes = Randomness.system.bytes(count: 49)
        #expect(throws: CryptoError.incorrectSize) { try Base64Lines.encodeLine(SecretMemory(copying: bytes.span)) }
    }

    @Test(
        "line ends and blanks are ignored, as RFC 7468 has it for lax readers",
        arguments: [
            "Zm9v\nYmE=", "Zm9v\r\nYmE=\r\n", "\nZm9vYmE=\n\n", "Z\nm9vYmE\n=",
            "Zm9v YmE=", "Zm9v\tYmE=",
            "Zm9v \nYmE= \n",
        ])
    func lineEnds(text: String) throws {
        #expect(try decode(text) == Array("fooba".utf8))
    }

    /// libsodium by itself ignores the byte 0 where it ignores any.
    @Test(
        "any other byte is refused",
        arguments: [
            "", "\n", "Zm9vYmE", "Zm9vYmE==", "Zm9v\u{0}YmE=", "Zm9vYmE=\u{0}", "Zm9vYmF=",
            "Zm-v", "Zm_v", "Zm9v=", "Zm9vé", "Zm9vYmE=Zm9v", "Z", "Zm9vY",
        ])
    func refused(text: String) {
        #expect(throws: CryptoError.incorrectSize) { try decode(text) }
    }
}
