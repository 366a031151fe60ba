import KeyManagement
import Testing

@Suite("Thumbprints")
struct ThumbprintTests {
    @Test(
        "a public key has the RFC 7638 thumbprint that Python computes",
        arguments: [
            (KnownKeys.publicHalf, KnownKeys.thumbprint), (KnownKeys.alice, KnownKeys.aliceThumbprint),
            (KnownKeys.bob, KnownKeys.bobThumbprint),
        ])
    func publicKey(x: String, thumbprint: String) throws {
        let bytes = try bytes(x)
        #expect(try DevicePublicKey(rawRepresentation: bytes).thumbprint.description == thumbprint)
        #expect(try ProviderPublicKey(rawRepresentation: bytes).thumbprint.description == thumbprint)
    }

    @Test("a pair has the thumbprint of its public half, and the id is the first four bytes")
    func pair() throws {
        let key = try Keyring(KnownKeys.device).primary
        #expect(key.thumbprint.description == KnownKeys.thumbprint)
        #expect(key.id.description == KnownKeys.id)
        #expect(key.id == KeyID(rawValue: 0x652d_fa9a))
    }

    @Test("a shared key has the thumbprint over k and kty")
    func shared() throws {
        let key = try Keyring(KnownKeys.set(KnownKeys.oct())).primary
        #expect(key.thumbprint.description == KnownKeys.sharedThumbprint)
        #expect(key.id.description == "5aa8cf3d")
    }

    @Test("an id keeps its leading zeros")
    func leadingZeros() {
        #expect(KeyID(rawValue: 0xa).description == "0000000a")
    }
}
