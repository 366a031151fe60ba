import Testing

@testable import StrictJSON

@Suite("UTF-8 on systems without UTF8Span")
struct UTF8ValidationTests {
    /// The sequences of The Unicode Standard 16.0, section 3.9, tables 3-7 to 3-10, and the offset of the first ill-formed one.
    @Test(
        "an ill-formed sequence is found at its first byte",
        arguments: [
            ([0x41, 0xC0, 0xAF, 0x41, 0xF4, 0x80, 0x80, 0x41], 1),
            ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], 0),
            ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], 0),
            ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], 0),
            ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], 0),
            ([0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0x80], 7),
            ([0xC3, 0xA9, 0xE2, 0x82], 2),
        ] as [([UInt8], Int)])
    func illFormed(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: InvalidUTF8.self) { try String(validating: bytes) }
        #expect(error?.offset == offset)
    }

    @Test("it agrees with the standard library about random bytes")
    func agreement() {
        var random = SystemRandomNumberGenerator()
        // Bytes that begin, continue and break sequences, so that long well-formed texts occur too.
        let alphabet: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xF0, 0xF4, 0xF5,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let slice = bytes[...]
            let expected = slice.span.firstInvalidUTF8
            do throws(InvalidUTF8) {
                let text = try String(validating: bytes)
                #expect(expected == nil && Array(text.utf8) == bytes)
            } catch {
                #expect(error.offset == expected, "\(bytes)")
            }
        }
    }
}
