import Testing

@testable import CryptoPrimitives

@Suite("Chunks of a file")
struct ChunkCipherTests {
    private let bytes = (0..<100).map { UInt8($0) }

    private func cipher(keySize: Int = 32) throws -> ChunkCipher {
        let key = Array(bytes.prefix(keySize))
        return try ChunkCipher(key: SecretMemory(copying: key.span), info: "sealedpush-blob-v1")
    }

    @Test(
        "a chunk is ChaCha20-Poly1305 under the derived key, its index and its last flag",
        arguments: [
            (0, false, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), (0, true, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (0x0102_0304_0506_0708, true, [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 1]),
        ] as [(UInt64, Bool, [UInt8])])
    func nonce(index: UInt64, isLast: Bool, nonce: [UInt8]) throws {
        let (material, salt, info) = (Array(bytes.prefix(32)), [UInt8](), Array("sealedpush-blob-v1".utf8))
        let key = try HKDF.deriveKey(
            inputKeyMaterial: material.span, salt: salt.span, info: info.span, outputByteCount: 32
        ).copiedBytes
        var sealed: [UInt8] = [7]
        try cipher().seal(bytes.span, index: index, isLast: isLast, appendingTo: &sealed)
        let expected = try ChaCha20Poly1305.sealed(bytes, key: key, nonce: nonce, additionalData: [])
        #expect(sealed == [7] + expected)
        var opened: [UInt8] = [8]
        let chunk = Array(sealed.dropFirst())
        try cipher().open(chunk.span, index: index, isLast: isLast, appendingTo: &opened)
        #expect(opened == [8] + bytes)
    }

    @Test("a chunk opens under its own index and last flag only, and nothing is appended otherwise")
    func refusal() throws {
        var sealed: [UInt8] = []
        try cipher().seal(bytes.span, index: 5, isLast: false, appendingTo: &sealed)
        var opened: [UInt8] = []
        for (index, isLast) in [(4, false), (6, false), (5, true), (5 << 8, false)] as [(UInt64, Bool)] {
            #expect(throws: CryptoError.authenticationFailure) {
                try cipher().open(sealed.span, index: index, isLast: isLast, appendingTo: &opened)
            }
        }
        let short = Array(sealed.prefix(15))
        #expect(throws: CryptoError.incorrectSize) {
            try cipher().open(short.span, index: 5, isLast: false, appendingTo: &opened)
        }
        #expect(opened.isEmpty)
        #expect(throws: CryptoError.incorrectSize) { try cipher(keySize: 31) }
    }

    @Test("an empty chunk, the last of an empty file, is its tag alone")
    func emptyChunk() throws {
        var (sealed, opened) = ([UInt8](), [UInt8]())
        try cipher().seal([UInt8]().span, index: 0, isLast: true, appendingTo: &sealed)
        #expect(sealed.count == ChunkCipher.tagByteCount)
        try cipher().open(sealed.span, index: 0, isLast: true, appendingTo: &opened)
        #expect(opened.isEmpty)
    }

    @Test("a digest of parts is that of the whole", arguments: [1, 63, 64, 65, 100])
    func parts(size: Int) {
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = Array(bytes[start...].prefix(size))
            hash.update(part.span)
        }
        let empty: [UInt8] = []
        hash.update(empty.span)
        #expect(hash.finalize() == SHA256.digest(of: bytes.span))
    }
}
