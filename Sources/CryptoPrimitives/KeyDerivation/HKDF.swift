/// HKDF with SHA-256 (RFC 5869), built on libsodium's HMAC: version 1.0.18 has no HKDF.
///
/// Closures feed the key material and the info to an HMAC, so that labelled forms (RFC 9180 §4) need no concatenated
/// copies of secrets.
package enum HKDF {
    /// The size of a pseudorandom key in bytes.
    static let keyByteCount = unsafe HMACSHA256.byteCount

    /// The maximum size of the output in bytes: 255 blocks (RFC 5869 §2.3).
    package static let maximumOutputByteCount = 255 * keyByteCount

    /// Writes `HMAC(salt, inputKeyMaterial)` to `key`; nil is an empty salt.
    @inline(__always)
    static func extract(
        salt: UnsafeRawBufferPointer?,
        into key: UnsafeMutableRawBufferPointer,
        stateIn memory: UnsafeMutableRawBufferPointer,
        inputKeyMaterial: (HMACSHA256) -> Void
    ) {
        let hmac =
            if let salt = unsafe salt {
                unsafe HMACSHA256(key: salt, stateIn: memory)
            } else {
                unsafe HMACSHA256(keyedAs: .emptyKey, stateIn: memory)
            }
        unsafe inputKeyMaterial(hmac)
        unsafe hmac.finalize(into: key)
    }

    /// Fills `output` with `T(1) ‖ T(2) ‖ …` of RFC 5869 §2.3; `start` creates each HMAC, keyed with the pseudorandom
    /// key.
    ///
    /// - Throws: `CryptoError.incorrectSize` if `output` is larger than ``maximumOutputByteCount``.
    @inline(__always)
    static func expand(
        into output: UnsafeMutableRawBufferPointer,
        start: () -> HMACSHA256,
        info: (HMACSHA256) -> Void
    ) throws(CryptoError) {
        guard output.count <= maximumOutputByteCount else { throw .incorrectSize }
        unsafe withSecretScratch(byteCount: keyByteCount) { block in
            var counter: UInt8 = 0
            var offset = 0
            while offset < output.count {
                counter += 1
                let hmac = unsafe start()
                if counter > 1 { unsafe hmac.update(UnsafeRawBufferPointer(block)) }
                unsafe info(hmac)
                unsafe hmac.update(counter)
                unsafe hmac.finalize(into: block)
                let count = min(keyByteCount, output.count - offset)
                unsafe output.part(offset, count).copyMemory(from: UnsafeRawBufferPointer(block.part(0, count)))
                offset += count
            }
        }
    }

    /// Derives a key in guarded memory from key material in one byte string.
    ///
    /// - Throws: `CryptoError.incorrectSize` above ``maximumOutputByteCount``, or for an empty output.
    package static func deriveKey(
        inputKeyMaterial: Span<UInt8>,
        salt: Span<UInt8>,
        info: Span<UInt8>,
        outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        guard outputByteCount > 0 else { throw .incorrectSize }
        return try unsafe SecretMemory(byteCount: outputByteCount) { output throws(CryptoError) in
            try unsafe withSecretScratch(byteCount: HMACSHA256.stateByteCount + keyByteCount) {
                scratch throws(CryptoError) in
                let memory = unsafe scratch.part(0, HMACSHA256.stateByteCount)
                let key = unsafe scratch.part(HMACSHA256.stateByteCount, keyByteCount)
                unsafe salt.withUnsafeBytes { salt in
                    unsafe extract(salt: salt, into: key, stateIn: memory) { hmac in
                        unsafe inputKeyMaterial.withUnsafeBytes { unsafe hmac.update($0) }
                    }
                }
                try unsafe expand(
                    into: output, start: { unsafe HMACSHA256(key: UnsafeRawBufferPointer(key), stateIn: memory) },
                    info: { hmac in unsafe info.withUnsafeBytes { unsafe hmac.update($0) } })
            }
        }
    }
}
