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

    /// Lends the subkey and the 12-byte nonce that ChaCha20-Poly1305 takes (draft-irtf-cfrg-xchacha §2.3).
    private static func withSubkey(
        of key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer,
        _ body: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let shortNonceByteCount = ChaCha20Poly1305.nonceByteCount
        try unsafe withSecretScratch(byteCount: keyByteCount + shortNonceByteCount) { scratch throws(CryptoError) in
            let (subkey, shortNonce) = unsafe (
                scratch.part(0, keyByteCount), scratch.part(keyByteCount, shortNonceByteCount)
            )
            unsafe HChaCha20.writeKey(to: subkey, key: key, nonce: nonce)
            unsafe shortNonce.part(0, 4).copyBytes(from: [0, 0, 0, 0])
            unsafe shortNonce.part(4, 8).copyMemory(from: UnsafeRawBufferPointer(rebasing: nonce[16..<24]))
            try unsafe body(subkey, shortNonce)
        }
    }
}

/// HChaCha20 (draft-irtf-cfrg-xchacha §2.2), the one piece of XChaCha20 that CryptoKit lacks.
enum HChaCha20 {
    /// Writes the 32-byte key for a key of 32 bytes and the first 16 bytes of a nonce.
    static func writeKey(
        to output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer
    ) {
        var state = unsafe State(b: row(key, at: 0), c: row(key, at: 16), d: row(nonce, at: 0))
        for _ in 0..<10 {
            state.mixColumns()
            state.shiftRows(b: 1, c: 2, d: 3)
            state.mixColumns()
            state.shiftRows(b: 3, c: 2, d: 1)
        }
        for index in 0..<4 {
            unsafe output.storeBytes(of: state.a[index].littleEndian, toByteOffset: 4 * index, as: UInt32.self)
            unsafe output.storeBytes(of: state.d[index].littleEndian, toByteOffset: 16 + 4 * index, as: UInt32.self)
        }
        unsafe withUnsafeMutableBytes(of: &state) { unsafe wipe($0) }
    }

    private static func row(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> SIMD4<UInt32> {
        var row = SIMD4<UInt32>()
        for index in 0..<4 {
            row[index] = UInt32(
                littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self))
        }
        return row
    }

    /// The 16 words in four rows, so that one operation works on all four columns.
    private struct State {
        /// The characters "expand 32-byte k".
        var a: SIMD4<UInt32> = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]
        var b: SIMD4<UInt32>
        var c: SIMD4<UInt32>
        var d: SIMD4<UInt32>

        /// Performs the quarter round (RFC 8439 §2.1) on each column.
        mutating func mixColumns() {
            a &+= b
            d = rotated(d ^ a, by: 16)
            c &+= d
            b = rotated(b ^ c, by: 12)
            a &+= b
            d = rotated(d ^ a, by: 8)
            c &+= d
            b = rotated(b ^ c, by: 7)
        }

        /// Shifts the words of three rows, so that diagonals become columns, or columns diagonals.
        mutating func shiftRows(b bCount: Int, c cCount: Int, d dCount: Int) {
            b = shifted(b, by: bCount)
            c = shifted(c, by: cCount)
            d = shifted(d, by: dCount)
        }

        private func rotated(_ row: SIMD4<UInt32>, by count: UInt32) -> SIMD4<UInt32> {
            row &<< count | row &>> (32 - count)
        }

        private func shifted(_ row: SIMD4<UInt32>, by count: Int) -> SIMD4<UInt32> {
            [row[count], row[(count + 1) % 4], row[(count + 2) % 4], row[(count + 3) % 4]]
        }
    }
}
#endif
