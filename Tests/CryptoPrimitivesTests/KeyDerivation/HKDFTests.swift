import CryptoPrimitives
import Testing

@Suite("HKDF")
struct HKDFTests {
    @Test("an output of 0 bytes, fewer, or more than 255 blocks is refused", arguments: [-1, 0, 8_161, 100_000])
    func sizes(byteCount: Int) {
        let bytes: [UInt8] = [1]
        #expect(throws: CryptoError.incorrectSize) {
            try HKDF.deriveKey(
                inputKeyMaterial: bytes.span, salt: bytes.span, info: bytes.span, outputByteCount: byteCount)
        }
        #expect(HKDF.maximumOutputByteCount == 8_160)
    }

    @Test("a shorter output is a prefix of a longer one")
    func prefixes() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let long = try HKDF.deriveKey(
            inputKeyMaterial: bytes.span, salt: bytes.span, info: bytes.span, outputByteCount: 100
        ).copiedBytes
        for count in 1...100 {
            let short = try HKDF.deriveKey(
                inputKeyMaterial: bytes.span, salt: bytes.span, info: bytes.span, outputByteCount: count
            ).copiedBytes
            #expect(short == Array(long.prefix(count)))
        }
    }
}
