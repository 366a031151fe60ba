import CryptoPrimitives
import Testing

@Suite("What XChaCha20-Poly1305 refuses")
struct XChaCha20Poly1305Tests {
    let key: SecretMemory
    let header: [UInt8] = [1, 2, 3, 4, 5]

    init() throws {
        key = try SecretMemory(randomByteCount: 32)
    }

    @Test("a sealed message opens and is 40 bytes longer", arguments: [0, 1, 63, 64, 65, 4096])
    func roundTrip(count: Int) throws {
        let message = Randomness.system.bytes(count: count)
        let sealed = try seal(message)
        #expect(sealed.count == count + 40)
        #expect(try open(sealed) == message)
    }

    @Test("every flipped bit is refused")
    func flippedBits() throws {
        let sealed = try seal(Array("message".utf8))
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.authenticationFailure, "bit \(bit)") { try open(changed) }
        }
    }

    @Test("every truncation is refused, below 40 bytes for its size")
    func truncations() throws {
        let sealed = try seal(Array("message".utf8))
        for count in sealed.indices {
            let expected: CryptoError = count < 40 ? .incorrectSize : .authenticationFailure
            #expect(throws: expected, "\(count) bytes") { try open(Array(sealed.prefix(count))) }
        }
        #expect(throws: CryptoError.authenticationFailure) { try open(sealed + [0]) }
    }

    @Test("a ciphertext does not open with another key or other additional data")
    func otherContext() throws {
        let sealed = try seal(Array("message".utf8))
        let other = try SecretMemory(randomByteCount: 32)
        #expect(throws: CryptoError.authenticationFailure) {
            try XChaCha20Poly1305.open(sealed.span, using: other, authenticating: header)
        }
        for wrong in [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [0, 2, 3, 4, 5]] as [[UInt8]] {
            #expect(throws: CryptoError.authenticationFailure) {
                try XChaCha20Poly1305.open(sealed.span, using: key, authenticating: wrong)
            }
        }
    }

    @Test("a key of another size neither seals nor opens, and nothing is appended", arguments: [1, 16, 31, 33, 64])
    func keySizes(count: Int) throws {
        let wrong = try SecretMemory(randomByteCount: count)
        let sealed = try seal(Array("message".utf8))
        var output: [UInt8] = [7]
        #expect(throws: CryptoError.incorrectSize) {
            try XChaCha20Poly1305.seal(
                sealed.span, using: wrong, authenticating: header, appendingTo: &output)
        }
        #expect(output == [7])
        #expect(throws: CryptoError.incorrectSize) {
            try XChaCha20Poly1305.open(sealed.span, using: wrong, authenticating: header)
        }
    }

    @Test("nonces differ")
    func freshNonces() throws {
        let nonces = try (0..<64).map { _ in try seal([]).prefix(24) }
        #expect(Set(nonces).count == 64)
    }

    private func seal(_ message: [UInt8]) throws -> [UInt8] {
        var output: [UInt8] = []
        try XChaCha20Poly1305.seal(message.span, using: key, authenticating: header, appendingTo: &output)
        return output
    }

    private func open(_ sealed: [UInt8]) throws -> [UInt8] {
        try XChaCha20Poly1305.open(sealed.span, using: key, authenticating: header)
    }
}
