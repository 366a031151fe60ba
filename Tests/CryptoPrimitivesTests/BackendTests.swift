import Testing

@testable import CryptoPrimitives

/// Other tests leave out what the backend of the build does not have; these say which backend has what.
@Suite("The primitives that a backend has")
struct BackendTests {
    #if SwiftCrypto
    private let isLibsodium = false
    #else
    private let isLibsodium = true
    #endif

    @Test("only libsodium has Argon2id and guarded memory")
    func availability() {
        #expect(Argon2id.isAvailable == isLibsodium)
        #expect(SecretMemory.isGuarded == isLibsodium)
    }
}
