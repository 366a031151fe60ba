/// Padded base64 (RFC 4648 §4) in lines, as in PEM, without branches or tables that depend on the data.
package enum Base64Lines {
    /// Decodes text whose lines end in LF or CR LF directly into guarded memory.
    ///
    /// - Throws: `CryptoError.incorrectSize` for anything that is not base64 of 1 to `maximumByteCount` bytes.
    package static func decodeSecret(_ text: Span<UInt8>, maximumByteCount: Int) throws(CryptoError) -> SecretMemory {
        try unsafe withSecretScratch(byteCount: maximumByteCount) { scratch throws(CryptoError) in
            let count = unsafe text.withUnsafeBytes { text in
                unsafe SodiumBase64.decode(
                    text, into: scratch, ignoring: "\r\n", variant: .padded)
            }
            guard let count, count > 0 else { throw .incorrectSize }
            return try unsafe SecretMemory(byteCount: count) { output throws(CryptoError) in
                unsafe output.copyMemory(from: UnsafeRawBufferPointer(scratch.part(0, count)))
            }
        }
    }

    /// Encodes a secret of at most 48 bytes into guarded memory, as one line of at most 64 characters.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a longer one, `CryptoError.outOfSecretMemory`.
    package static func encodeLine(_ secret: SecretMemory) throws(CryptoError) -> SecretMemory {
        guard secret.byteCount <= 48 else { throw .incorrectSize }
        let count = (secret.byteCount + 2) / 3 * 4
        return try unsafe SecretMemory(byteCount: count) { output in
            unsafe secret.withUnsafeBytes { bytes in
                unsafe SodiumBase64.encode(
                    UnsafeRawBufferPointer(start: bytes, count: secret.byteCount), into: output,
                    variant: .padded)
            }
        }
    }
}

extension SecretMemory {
    /// Returns a copy of the bytes from an offset to the end, in guarded memory of its own; an empty copy is refused.
    ///
    /// - Throws: `CryptoError.incorrectSize`, `CryptoError.outOfSecretMemory`.
    package func suffix(from offset: Int) throws(CryptoError) -> SecretMemory {
        guard offset < byteCount else { throw .incorrectSize }
        return try withBytes { bytes throws(CryptoError) in
            try SecretMemory(copying: bytes.extracting(offset..<bytes.count))
        }
    }
}
