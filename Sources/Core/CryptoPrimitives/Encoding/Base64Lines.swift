/// Padded base64 (RFC 4648 §4) in lines, as in PEM, without branches or tables that depend on the data.
package enum Base64Lines {
    /// Decodes text whose lines end in LF or CR LF, also after blanks, into guarded memory; throws `incorrectSize` for anything that is not base64 of
    /// 1 to `maximumByteCount` bytes.
    package static func decodeSecret(_ text: Span<UInt8>, maximumByteCount: Int) throws(CryptoError) -> SecretMemory {
        try unsafe withSecretScratch(byteCount: maximumByteCount) { scratch throws(CryptoError) in
            let count = try unsafe text.withUnsafeBytes { text throws(CryptoError) in
                try unsafe Base64.decode(text, into: scratch, ignoring: "\r\n \t", .padded)
            }
            return try unsafe SecretMemory(byteCount: count) { output in
                unsafe output.copyMemory(from: UnsafeRawBufferPointer(scratch.part(0, count)))
            }
        }
    }

    /// Encodes a secret of at most 48 bytes into guarded memory, as one line of at most 64 characters.
    package static func encodeLine(_ secret: SecretMemory) throws(CryptoError) -> SecretMemory {
        guard secret.byteCount <= 48 else { throw .incorrectSize }
        return try unsafe SecretMemory(byteCount: (secret.byteCount + 2) / 3 * 4) { output in
            unsafe secret.withUnsafeBytes { unsafe Base64.encode($0, into: output, .padded) }
        }
    }
}
