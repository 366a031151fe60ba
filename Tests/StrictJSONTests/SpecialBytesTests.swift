import Testing

@testable import StrictJSON

@Suite("Where a string stops being plain bytes is found as by looking at one byte after the other")
struct SpecialBytesTests {
    /// The same rule, without any haste.
    static func isSpecial(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

    static func first(in bytes: [UInt8], from start: Int) -> (offset: Int, isASCII: Bool) {
        let end = bytes[start...].firstIndex(where: isSpecial) ?? bytes.count
        return (end, bytes[start..<end].allSatisfy { $0 < 0x80 })
    }

    static func found(in bytes: [UInt8], from start: Int) -> (offset: Int, isASCII: Bool) {
        var isASCII = true
        let offset = bytes.withUnsafeBytes { SpecialBytes.first(in: $0, from: start, isASCII: &isASCII) }
        return (offset, isASCII)
    }

    @Test("each byte, at each place of short and long texts", arguments: UInt8.min...UInt8.max)
    func everyByte(byte: UInt8) {
        for count in [1, 7, 8, 15, 16, 17, 31, 47, 48, 63, 111, 112, 113, 200] {
            for place in 0..<count {
                var bytes = [UInt8](repeating: 0x21, count: count)
                bytes[place] = byte
                #expect(Self.found(in: bytes, from: 0) == Self.first(in: bytes, from: 0))
            }
        }
    }

    @Test("a byte above 0x7f behind the first special one does not count")
    func countsOnlyWhatIsBefore() {
        for count in 2...200 {
            for place in 0..<count - 1 {
                var bytes = [UInt8](repeating: 0x7f, count: count)
                bytes[place] = .quotationMark
                bytes[place + 1] = 0x80
                #expect(Self.found(in: bytes, from: 0) == (place, true))
            }
        }
    }

    @Test("from each place of random bytes, most of which are plain")
    func randomBytes() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let rarity = Int.random(in: 1...100, using: &random)
            let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                Int.random(in: 0..<rarity, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0x23...0x5B, using: &random)
            }
            for start in 0...bytes.count {
                #expect(Self.found(in: bytes, from: start) == Self.first(in: bytes, from: start))
            }
        }
    }

    @Test("of sixteen, those before the first that is special or above 0x7f", arguments: UInt8.min...UInt8.max)
    func plainCount(byte: UInt8) {
        let isPlain = byte < 0x80 && !Self.isSpecial(byte)
        for place in 0..<17 {
            var bytes = [UInt8](repeating: 0x21, count: 17)
            bytes[place] = byte
            bytes[16] = .quotationMark
            let count = bytes.withUnsafeBytes { SpecialBytes.plainCount(ofSixteenAt: $0.baseAddress.unsafelyUnwrapped) }
            #expect(count == (isPlain || place == 16 ? 16 : place))
        }
    }
}
