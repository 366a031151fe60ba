import SealedEnvelope
import Testing

@Suite("Padding")
struct PaddingTests {
    @Test(
        "a message grows to the next block",
        arguments: [(0, 512), (510, 512), (511, 512), (512, 1024), (1023, 1024), (1024, 1536)])
    func block(byteCount: Int, padded: Int) {
        #expect(Padding.standard.paddedByteCount(of: byteCount, capacity: 4096) == padded)
    }

    @Test("a message grows only to the limit if the block exceeds it")
    func limit() {
        #expect(Padding.block(64).paddedByteCount(of: 130, capacity: 150) == 150)
        #expect(Padding.block(64).paddedByteCount(of: 149, capacity: 150) == 150)
        #expect(Padding.block(64).paddedByteCount(of: 150, capacity: 150) == nil)
        #expect(Padding.maximum.paddedByteCount(of: 1, capacity: 150) == 150)
        #expect(Padding.none.paddedByteCount(of: 149, capacity: 150) == 150)
        #expect(Padding.none.paddedByteCount(of: 1, capacity: -5) == nil)
    }

    @Test("a padded message is a multiple of its block, or as large as the push allows", arguments: [1, 7, 64, 4_096])
    func multiples(size: Int) throws {
        for byteCount in 0..<300 {
            let padded = try #require(Padding.block(size).paddedByteCount(of: byteCount, capacity: 300))
            #expect(padded > byteCount && padded <= 300)
            #expect(padded == 300 || padded.isMultiple(of: size) && padded - byteCount <= size)
        }
        #expect(Padding.block(size).paddedByteCount(of: 300, capacity: 300) == nil)
    }
}
