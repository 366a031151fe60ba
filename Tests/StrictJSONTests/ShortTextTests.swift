import Testing

@testable import StrictJSON

@Suite("Short texts are strings of up to 15 ASCII bytes, as Swift keeps them")
struct ShortTextTests {
    static let ascii = (0...20).map { count in String((0..<count).map { Character(UnicodeScalar(UInt8(0x41 + $0))) }) }

    @Test("a string that Swift made of up to 15 bytes is one, with its bytes", arguments: ascii)
    func isRead(text: String) throws {
        let made = String(decoding: Array(text.utf8), as: UTF8.self)
        let short = ShortText(made)
        #expect((short != nil) == (text.utf8.count <= 15))
        guard let short else { return }
        var bytes = [UInt8](repeating: 0xff, count: 16)
        bytes.withUnsafeMutableBytes { short.store(to: $0.baseAddress.unsafelyUnwrapped) }
        #expect(Array(bytes.prefix(short.count)) == Array(text.utf8))
        #expect(bytes.dropFirst(short.count).allSatisfy { $0 == 0 })
        #expect(short.last == text.utf8.last ?? 0)
    }

    @Test("one that was read from a text is Swift's own string", arguments: ascii)
    func isMade(text: String) throws {
        let source = Array((text + "\"behind it stand more bytes").utf8)
        let short = source.withUnsafeBytes {
            ShortText(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(text.utf8.count)))
        }
        #expect((short != nil) == (text.utf8.count <= 15))
        guard let string = short?.string else { return }
        #expect(string == text)
        #expect(Array(string.utf8) == Array(text.utf8))
        #expect(string.count == text.count)
        #expect(string + "and more" == text + "and more")
        #expect(string.hashValue == String(decoding: Array(text.utf8), as: UTF8.self).hashValue)
        #expect(string.utf8.withContiguousStorageIfAvailable { Array($0) } == Array(text.utf8))
    }

    @Test("strings of other bytes, or that Swift keeps elsewhere, are none")
    func keptElsewhere() {
        #expect(ShortText("é") == nil)
        #expect(ShortText("0123456789abcdef") == nil)
        var spacious = ""
        spacious.reserveCapacity(100)
        spacious += "abc"
        #expect(ShortText(spacious) == nil)
        #expect(spacious.hasSameBytes(as: "abc"))
        #expect(spacious.fingerprint == "abc".fingerprint)
        #expect(spacious.nameHash == "abc".nameHash)
    }

    @Test("quotation marks, backslashes and control characters need escapes, wherever they stand", arguments: 0..<15)
    func plain(place: Int) {
        for count in place + 1...15 {
            var bytes = [UInt8](repeating: 0x20, count: count)
            #expect(ShortText(String(decoding: bytes, as: UTF8.self))?.isPlain == true)
            for byte: UInt8 in [0x22, 0x5c, 0x00, 0x1f] {
                bytes[place] = byte
                #expect(ShortText(String(decoding: bytes, as: UTF8.self))?.isPlain == false)
            }
            for byte: UInt8 in [0x21, 0x23, 0x5b, 0x5d, 0x7f] {
                bytes[place] = byte
                #expect(ShortText(String(decoding: bytes, as: UTF8.self))?.isPlain == true)
            }
        }
    }
}
