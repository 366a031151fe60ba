import CryptoPrimitives
import Testing

@Suite("Argon2id", .enabled(if: Argon2id.isAvailable))
struct Argon2idTests {
    private func derive(
        saltByteCount: Int = 16, passes: Int = 1, memoryByteCount: Int = 8_192, outputByteCount: Int = 16
    ) throws -> [UInt8] {
        let passphrase = Array("password".utf8)
        return try Argon2id.deriveKey(
            passphrase: SecretMemory(copying: passphrase.span), salt: (0..<saltByteCount).map { UInt8($0) },
            passes: passes,
            memoryByteCount: memoryByteCount, outputByteCount: outputByteCount
        ).copiedBytes
    }

    /// The keys are those of OpenSSL 3 (`Argon2id` of Python's cryptography), with one lane; the first one has the lowest cost.
    @Test(
        "a key is that of OpenSSL",
        arguments: [
            (1, 8_192, "6deb08eb7caafe366f2f9ec06d8dbebd"),
            (2, 65_536, "716882821df77bc6414358b07159fb63ca1c90beaeb9d0ca0e43bd887dcf2ca9"),
        ] as [(Int, Int, Hex)])
    func keys(passes: Int, memoryByteCount: Int, key: Hex) throws {
        let bytes = try derive(passes: passes, memoryByteCount: memoryByteCount, outputByteCount: key.bytes.count)
        #expect(bytes == key.bytes)
    }

    @Test("a salt of another size, a cost below the minimum and a short key are refused")
    func refused() {
        #expect(throws: CryptoError.incorrectSize) { try derive(saltByteCount: 15) }
        #expect(throws: CryptoError.incorrectSize) { try derive(saltByteCount: 17) }
        #expect(throws: CryptoError.incorrectSize) { try derive(passes: 0) }
        #expect(throws: CryptoError.incorrectSize) { try derive(memoryByteCount: 8_191) }
        #expect(throws: CryptoError.incorrectSize) { try derive(outputByteCount: 15) }
    }

    @Test("more memory than Argon2id may use is refused")
    func memory() {
        // The limit of libsodium: 2^32 - 1 blocks of 1 KiB.
        #expect(throws: CryptoError.outOfSecretMemory) { try derive(memoryByteCount: 1 << 42) }
    }
}
