/// HKDF with SHA-256 (RFC 5869), built on HMAC, since libsodium 1.0.18 has no HKDF.
package enum HKDF {
    /// The maximum size of the output in bytes: 255 blocks (RFC 5869 §2.3).
    package static let maximumOutputByteCount = unsafe 255 * HMACSHA256.byteCount

    /// Derives a key in guarded memory; throws `incorrectSize` above ``maximumOutputByteCount``, or for an empty output.
    package static func deriveKey(
        inputKeyMaterial: Span<UInt8>, salt: Span<UInt8>, info: Span<UInt8>, outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        guard 1...maximumOutputByteCount ~= outputByteCount else { throw .incorrectSize }
        let blockByteCount = unsafe HMACSHA256.byteCount
        return try unsafe SecretMemory(byteCount: outputByteCount) { output in
            unsafe withSecretScratch(byteCount: 2 * blockByteCount) { scratch in
                let key = unsafe scratch.part(0, blockByteCount)
                let block = unsafe scratch.part(blockByteCount, blockByteCount)
                unsafe salt.withUnsafeBytes { salt in
                    unsafe HMACSHA256.writeTag(to: key, key: salt) { hmac in
                        unsafe inputKeyMaterial.withUnsafeBytes { unsafe hmac.update($0) }
                    }
                }
                for offset in stride(from: 0, to: output.count, by: blockByteCount) {
                    unsafe HMACSHA256.writeTag(to: block, key: UnsafeRawBufferPointer(key)) { hmac in
                        if offset > 0 { unsafe hmac.update(UnsafeRawBufferPointer(block)) }
                        unsafe info.withUnsafeBytes { unsafe hmac.update($0) }
                        unsafe hmac.update(UInt8(offset / blockByteCount + 1))
                    }
                    let count = min(blockByteCount, output.count - offset)
                    unsafe output.part(offset, count).copyMemory(from: UnsafeRawBufferPointer(block.part(0, count)))
                }
            }
        }
    }
}
