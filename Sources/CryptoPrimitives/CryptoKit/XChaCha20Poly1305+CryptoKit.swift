#if SwiftCrypto || !canImport(CSodium)

extension XChaCha20Poly1305 {
    /// Writes `ciphertext ‖ tag`.
    static func encrypt(
        _ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        _ additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try unsafe withSubkey(of: key, nonce) { subkey, nonce throws(CryptoError) in
            try unsafe ChaCha20Poly1305.seal(
                message, key: subkey.start, nonce: nonce.start, additionalData: additionalData, into: output)
        }
    }

    /// Writes the message, 16 bytes less than `sealed`; throws `authenticationFailure`.
    static func decrypt(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        _ additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try unsafe withSubkey(of: key, nonce) { subkey, nonce throws(CryptoError) in
            try unsafe ChaCha20Poly1305.open(
                sealed, key: subkey.start, nonce: nonce.start, additionalData: additionalData, into: output)
        }
    }

    /// Lends the key HChaCha20 of the first 16 bytes of the nonce, and the nonce 0 ‖ last 8 bytes (draft-irtf-cfrg-xchacha §2.3).
    private static func withSubkey(
        of key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer,
        _ body: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try unsafe withSecretScratch(byteCount: keyByteCount + ChaCha20Poly1305.nonceByteCount) {
            scratch throws(CryptoError) in
            let subkey = unsafe scratch.part(0, keyByteCount)
            let short = unsafe scratch.part(keyByteCount, ChaCha20Poly1305.nonceByteCount)
            unsafe HChaCha20.writeKey(to: subkey, key: key, nonce: nonce)
            unsafe short.part(0, 4).copyBytes(from: [0, 0, 0, 0])
            unsafe short.part(4, 8).copyMemory(from: UnsafeRawBufferPointer(rebasing: nonce[16..<24]))
            try unsafe body(subkey, short)
        }
    }
}

/// HChaCha20 (draft-irtf-cfrg-xchacha §2.2), the one piece of XChaCha20 that CryptoKit lacks.
enum HChaCha20 {
    /// Writes the 32-byte key for a key of 32 bytes and the first 16 bytes of a nonce.
    static func writeKey(
        to output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer
    ) {
        func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
            UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        }
        // "expand 32-byte k", the key, the nonce.
        var state: SIMD16<UInt32> = [
            0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        for index in 0..<8 { state[4 + index] = unsafe word(key, index) }
        for index in 0..<4 { state[12 + index] = unsafe word(nonce, index) }
        for _ in 0..<10 {
            quarter(&state, 0, 4, 8, 12)
            quarter(&state, 1, 5, 9, 13)
            quarter(&state, 2, 6, 10, 14)
            quarter(&state, 3, 7, 11, 15)
            quarter(&state, 0, 5, 10, 15)
            quarter(&state, 1, 6, 11, 12)
            quarter(&state, 2, 7, 8, 13)
            quarter(&state, 3, 4, 9, 14)
        }
        for (offset, index) in [0, 1, 2, 3, 12, 13, 14, 15].enumerated() {
            unsafe output.storeBytes(of: state[index].littleEndian, toByteOffset: 4 * offset, as: UInt32.self)
        }
        unsafe withUnsafeMutableBytes(of: &state) { unsafe wipe($0) }
    }

    private static func quarter(_ state: inout SIMD16<UInt32>, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        func step(_ x: Int, _ y: Int, _ z: Int, by count: UInt32) {
            state[x] &+= state[y]
            let mixed = state[z] ^ state[x]
            state[z] = mixed << count | mixed >> (32 - count)
        }
        step(a, b, d, by: 16)
        step(c, d, b, by: 12)
        step(a, b, d, by: 8)
        step(c, d, b, by: 7)
    }
}
#endif
