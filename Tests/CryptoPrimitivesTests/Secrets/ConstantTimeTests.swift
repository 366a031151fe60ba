import CryptoPrimitives
import Testing

@Suite("Comparison in constant time")
struct ConstantTimeTests {
    @Test("equal bytes are equal, at every size to 64", arguments: 0...64)
    func equal(count: Int) {
        let bytes = (0..<count).map { UInt8($0 + 1) }
        #expect(isEqual(bytes, bytes))
    }

    @Test("one flipped bit anywhere differs")
    func flippedBit() {
        let bytes: [UInt8] = Array(1...16)
        for bit in 0..<128 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!isEqual(bytes, other), "bit \(bit)")
        }
    }

    @Test("a prefix differs from the whole")
    func prefix() {
        #expect(!isEqual([1, 2, 3], [1, 2]))
        #expect(!isEqual([], [0]))
        #expect(!isEqual([0], []))
    }

    private func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        constantTimeEqual(left.span, right.span)
    }
}
