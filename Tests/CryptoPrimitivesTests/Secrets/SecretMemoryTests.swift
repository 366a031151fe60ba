import CryptoPrimitives
import Foundation
import Testing

@Suite("Secret memory")
struct SecretMemoryTests {
    @Test("a secret is read as it was written")
    func content() throws {
        let bytes: [UInt8] = Array(0..<100)
        let secret = try SecretMemory(copying: bytes.span)
        #expect(secret.byteCount == 100)
        #expect(secret.copiedBytes == bytes)
        let filled = try SecretMemory(byteCount: 3) { $0.copyBytes(from: [7, 8, 9]) }
        #expect(filled.copiedBytes == [7, 8, 9])
    }

    @Test("an empty secret has the wrong size")
    func empty() {
        let none: [UInt8] = []
        #expect(throws: CryptoError.incorrectSize) { try SecretMemory(copying: none.span) }
        #expect(throws: CryptoError.incorrectSize) { try SecretMemory(byteCount: -1) { _ in } }
        #expect(throws: CryptoError.incorrectSize) { try SecretMemory(randomByteCount: 0) }
    }

    @Test("a size beyond the memory is an allocation error")
    func huge() {
        #expect(throws: CryptoError.outOfSecretMemory) { try SecretMemory(byteCount: .max) { _ in } }
    }

    @Test("an error while a secret is filled in is rethrown")
    func failedFilling() {
        #expect(throws: CryptoError.authenticationFailure) {
            try SecretMemory(byteCount: 32) { _ throws(CryptoError) in throw .authenticationFailure }
        }
    }

    @Test("random secrets differ")
    func random() throws {
        let secrets = try (0..<64).map { _ in try SecretMemory(randomByteCount: 32).copiedBytes }
        #expect(Set(secrets).count == 64)
    }

    @Test("the secret is readable at the address that the next tests write to")
    func reading() async {
        await #expect(processExitsWith: .success) {
            let secret = try SecretMemory(copying: Marker.bytes.span)
            let address = try address(of: secret)
            guard address.load(as: UInt8.self) == Marker.bytes[0] else { exit(1) }
            withExtendedLifetime(secret) {}
        }
    }

    @Test("a write traps", .enabled(if: SecretMemory.isGuarded, "the CryptoKit backend does not guard memory"))
    func readOnly() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            let secret = try SecretMemory(copying: Marker.bytes.span)
            try address(of: secret).storeBytes(of: 1, as: UInt8.self)
            withExtendedLifetime(secret) {}
        }
    }

    @Test(
        "a read behind the end traps",
        .enabled(if: SecretMemory.isGuarded, "the CryptoKit backend does not guard memory"))
    func guardPage() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            let secret = try SecretMemory(copying: Marker.bytes.span)
            let behind = try address(of: secret).load(fromByteOffset: secret.byteCount, as: UInt8.self)
            print(behind)
            withExtendedLifetime(secret) {}
        }
    }

    @Test(
        "after the last reference is released the memory is unmapped",
        .enabled(if: SecretMemory.isGuarded, "the CryptoKit backend does not guard memory"))
    func released() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            let address = try address(of: SecretMemory(copying: Marker.bytes.span))
            print(address.load(as: UInt8.self))
        }
    }

    @Test(
        "the memory is unmapped after an error while it is filled in",
        .enabled(if: SecretMemory.isGuarded, "the CryptoKit backend does not guard memory"))
    func releasedAfterThrowing() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            var address = UnsafeMutableRawPointer(bitPattern: 1)
            let secret = try? SecretMemory(byteCount: 32) { buffer throws(CryptoError) in
                address = buffer.baseAddress
                throw .authenticationFailure
            }
            guard secret == nil, let address else { exit(0) }
            print(address.load(as: UInt8.self))
        }
    }

    /// The first 16 bytes of freed memory belong to the allocator.
    @Test(
        "memory that is not guarded is zero after the last reference is released",
        .enabled(if: !SecretMemory.isGuarded, "guarded memory is unmapped"))
    func wiped() async {
        await #expect(processExitsWith: .success) {
            let address = try address(of: SecretMemory(copying: Marker.bytes.span))
            guard UnsafeRawBufferPointer(start: address + 16, count: 16).allSatisfy({ $0 == 0 }) else { exit(1) }
        }
    }

    @Test("no description, dump or mirror shows the bytes")
    func descriptions() throws {
        let secret = try SecretMemory(copying: Marker.bytes.span)
        let key = try X25519.PrivateKey(secret)
        var texts = ["\(secret)", String(reflecting: secret), "\(key)", String(reflecting: key)]
        var dumped = ""
        dump(secret, to: &dumped)
        dump(key, to: &dumped)
        texts.append(dumped)
        texts += [Mirror(reflecting: secret), Mirror(reflecting: key)].flatMap { mirror in
            mirror.children.map { "\($0.value)" }
        }
        #expect(texts.count >= 8)
        for text in texts {
            for spelling in Marker.spellings { #expect(!text.contains(spelling)) }
        }
        #expect("\(secret)" == "CryptoPrimitives.SecretMemory")
    }
}

/// A secret that is easy to find in a text.
private enum Marker {
    static let bytes = [UInt8](repeating: 0xab, count: 32)

    /// Four of its bytes in hexadecimal, decimal, base64 and as a word of an integer.
    static let spellings = ["abababab", "ABABABAB", "171, 171", "q6ur", "\(0xabab_abab_abab_abab as UInt64)"]
}

/// Where the secret lies, kept beyond the time for which it was lent.
private func address(of secret: SecretMemory) throws -> UnsafeMutableRawPointer {
    try secret.withBytes { bytes in
        try bytes.withUnsafeBytes { try UnsafeMutableRawPointer(mutating: #require($0.baseAddress)) }
    }
}
