/// Unpadded base64url (RFC 4648 §5) in its one canonical spelling, in constant time for the bytes of a valid text.
package enum Base64URL {
    /// Returns the number of characters that encode `byteCount` bytes.
    package static func encodedCount(of byteCount: Int) -> Int {
        (byteCount * 4 + 2) / 3
    }

    /// Returns the number of bytes that `characterCount` characters encode.
    package static func decodedCount(of characterCount: Int) -> Int {
        characterCount * 3 / 4
    }

    /// Appends the characters of `bytes`.
    package static func encode(_ bytes: Span<UInt8>, appendingTo output: inout [UInt8]) {
        unsafe output.append(count: encodedCount(of: bytes.count)) { output in
            unsafe bytes.withUnsafeBytes { unsafe encode($0, into: output) }
        }
    }

    /// Returns the characters of `bytes`.
    package static func string(encoding bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        encode(bytes, appendingTo: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a canonical text.
    ///
    /// Returns nil for padding, white space, characters outside the alphabet, an impossible length or trailing bits
    /// that are not zero.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        do throws(CryptoError) {
            try unsafe bytes.append(count: decodedCount(of: text.count)) { output throws(CryptoError) in
                try unsafe text.withUnsafeBytes { text throws(CryptoError) in try unsafe decode(text, into: output) }
            }
        } catch {
            return nil
        }
        return bytes
    }

    /// Writes the characters of `bytes` to `output`, which has exactly their size.
    static func encode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        unsafe SodiumBase64.encode(bytes, into: output, variant: .unpaddedURL)
    }

    /// Writes the bytes of a canonical text to `output`, which has exactly their size.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a text that is not canonical; `output` is then undefined.
    static func decode(
        _ text: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let count = unsafe SodiumBase64.decode(text, into: output, variant: .unpaddedURL)
        guard count == output.count else { throw .incorrectSize }
    }
}

extension SecretMemory {
    /// Decodes a secret from base64url directly into guarded memory.
    ///
    /// - Throws: `CryptoError.incorrectSize` if the text is not canonical or does not encode `byteCount` bytes.
    package convenience init(base64URL text: Span<UInt8>, byteCount: Int) throws(CryptoError) {
        guard Base64URL.encodedCount(of: byteCount) == text.count else { throw .incorrectSize }
        try unsafe self.init(byteCount: byteCount) { output throws(CryptoError) in
            try unsafe text.withUnsafeBytes { text throws(CryptoError) in
                try unsafe Base64URL.decode(text, into: output)
            }
        }
    }
}
