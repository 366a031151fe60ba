import CryptoPrimitives
import Testing

@Suite("X25519 keys")
struct X25519Tests {
    @Test("every encoding of a point of low order is refused as a public key, as the agreement refuses it")
    func lowOrder() throws {
        #expect(Set(LowOrderPoints.all).count == 14)
        let key = try X25519.PrivateKey()
        for point in LowOrderPoints.all {
            #expect(throws: CryptoError.lowOrderPoint) { try X25519.PublicKey(point.span) }
            #expect(throws: CryptoError.lowOrderPoint) { try X25519.sharedSecret(key, with: point.span) }
        }
    }

    @Test("one bit away from low order a public key is accepted exactly when the agreement accepts it")
    func neighboursOfLowOrder() throws {
        let key = try X25519.PrivateKey()
        var refused = 0
        for point in LowOrderPoints.all {
            for bit in 0..<256 {
                var neighbour = point
                neighbour[bit / 8] ^= 1 << (bit % 8)
                let isRefusedAsKey = (try? X25519.PublicKey(neighbour.span)) == nil
                let isRefusedByAgreement = (try? X25519.sharedSecret(key, with: neighbour.span)) == nil
                #expect(isRefusedAsKey == isRefusedByAgreement)
                if isRefusedAsKey { refused += 1 }
            }
        }
        // Counted by hand: the top bit of all 14, and 0 and 1, p - 1 and p, p - 1 and p + 1 are one bit apart,
        // each pair in both directions and with either top bit.
        #expect(refused == 14 + 3 * 4)
    }

    @Test("Alice and Bob of RFC 7748 §6.1 agree")
    func knownAgreement() throws {
        let aliceSecret: Hex = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
        let alicePublic: Hex = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
        let bobSecret: Hex = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"
        let bobPublic: Hex = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
        let shared: Hex = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        let alice = try X25519.PrivateKey(SecretMemory(copying: aliceSecret.bytes.span))
        let bob = try X25519.PrivateKey(SecretMemory(copying: bobSecret.bytes.span))
        #expect(alice.publicKey.rawRepresentation == alicePublic.bytes)
        #expect(bob.publicKey.rawRepresentation == bobPublic.bytes)
        #expect(try X25519.sharedSecret(alice, with: bobPublic.bytes.span).copiedBytes == shared.bytes)
        #expect(try X25519.sharedSecret(bob, with: alicePublic.bytes.span).copiedBytes == shared.bytes)
    }

    @Test("a key of another size is refused", arguments: [0, 1, 31, 33, 64])
    func sizes(count: Int) throws {
        let bytes = [UInt8](repeating: 9, count: count)
        #expect(throws: CryptoError.incorrectSize) { try X25519.PublicKey(bytes.span) }
        if count > 0 {
            #expect(throws: CryptoError.incorrectSize) {
                try X25519.PrivateKey(SecretMemory(copying: bytes.span))
            }
        }
    }

    @Test("public keys are equal when their bytes are")
    func equality() throws {
        let bytes = [UInt8](repeating: 9, count: 32)
        let key = try X25519.PublicKey(bytes.span)
        #expect(try key == X25519.PublicKey(bytes.span))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            let otherKey = try X25519.PublicKey(other.span)
            #expect(otherKey != key)
            #expect(Set([key, otherKey]).count == 2)
            #expect(otherKey.rawRepresentation == other)
        }
    }

    @Test("new keys differ")
    func newKeys() throws {
        let keys = try (0..<64).map { _ in try X25519.PrivateKey() }
        #expect(Set(keys.map(\.publicKey)).count == 64)
        #expect(Set(keys.map(\.secret.copiedBytes)).count == 64)
    }
}
