#if canImport(CSodium) && !SwiftCrypto
import Testing

@testable import CryptoPrimitives

@Suite("HMAC of libsodium")
struct HMACTests {
    @Test("the state is zero after the tag is written")
    func finalizeWipes() {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: HMACSHA256.stateByteCount, alignment: 16)
        defer { memory.deallocate() }
        let key: [UInt8] = Array(1...32)
        let hmac = key.withUnsafeBytes { HMACSHA256(key: $0, stateIn: memory) }
        #expect(memory.contains { $0 != 0 })
        withSecretScratch(byteCount: HMACSHA256.byteCount) { hmac.finalize(into: $0) }
        #expect(memory.allSatisfy { $0 == 0 })
    }
}
#endif
