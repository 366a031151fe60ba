import CryptoPrimitives
import Testing

#if canImport(CSodium) && !SwiftCrypto
import CSodium
#endif

@Suite("Randomness")
struct RandomnessTests {
    @Test("random bytes have the requested count and differ")
    func bytes() {
        let all = (0..<64).map { _ in Randomness.system.bytes(count: 24) }
        #expect(all.allSatisfy { $0.count == 24 })
        #expect(Set(all).count == 64)
        #expect(Randomness.system.bytes(count: 0).isEmpty)
    }

    /// The chance that one of 256 places of 1000 strings never has one of its bits set is below 2^-980.
    @Test("every bit is sometimes set and sometimes not")
    func everyBit() {
        var ever = [UInt8](repeating: 0, count: 32)
        var always = [UInt8](repeating: 0xff, count: 32)
        for _ in 0..<1_000 {
            for (index, byte) in Randomness.system.bytes(count: 32).enumerated() {
                ever[index] |= byte
                always[index] &= byte
            }
        }
        #expect(ever.allSatisfy { $0 == 0xff })
        #expect(always.allSatisfy { $0 == 0 })
    }

    #if canImport(CSodium) && !SwiftCrypto
    @Test("a public key, a secret and random bytes initialize the library", arguments: 0..<3)
    func initialization(first: Int) async {
        await #expect(processExitsWith: .success) { [first = first as Int] in
            switch first {
            case 0: _ = try X25519.PublicKey([UInt8](repeating: 9, count: X25519.byteCount).span)
            case 1: _ = try SecretMemory(byteCount: 1) { $0[0] = 0 }
            default: _ = Randomness.system
            }
            // The result of any call but the first.
            #expect(sodium_init() == 1)
        }
    }

    @Test("the version of the library is 1.0.18 or later")
    func library() throws {
        let parts = String(cString: sodium_version_string()).split(separator: ".").compactMap { Int($0) }
        #expect(parts.count == 3)
        #expect(!parts.lexicographicallyPrecedes([1, 0, 18]))
    }
    #endif
}
