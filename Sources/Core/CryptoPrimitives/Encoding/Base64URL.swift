/// Unpadded base64url (RFC 4648 §5) in its one canonical spelling, in constant time for the bytes of a valid text.
package enum Base64URL {
    package static func encodedCount(of byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    package static func decodedCount(of characterCount: Int) -> Int { characterCount * 3 / 4 }

    package static func encode(_ bytes: Span<UInt8>, appendingTo output: inout [UInt8]) {
        unsafe output.append(count: encodedCount(of: bytes.count)) { output in
            unsafe bytes.withUnsafeBytes { unsafe Base64.encode($0, into: output, .unpaddedURL) }
        }
    }

    package static func string(encoding bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        encode(bytes, appendingTo: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a canonical text; nil for padding, white space, characters outside the alphabet, an impossible length
    /// or trailing bits that are not zero.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        try? unsafe [UInt8](count: decodedCount(of: text.count)) { output throws(CryptoError) in
            try unsafe decode(text, into: output)
        }
    }

    /// Writes the bytes of a canonical text to `output`, which has exactly their size.
    fileprivate static func decode(
        _ text: Span<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let count = try unsafe text.withUnsafeBytes { text throws(CryptoError) in
            try unsafe Base64.decode(text, into: output, .unpaddedURL)
        }
        guard count == output.count else { throw .incorrectSize }
    }
}

extension SecretMemory {
    /// Decodes a secret into guarded memory; throws `incorrectSize` for a text that does not canonically encode `byteCount` bytes.
    package convenience init(base64URL text: Span<UInt8>, byteCount: Int) throws(CryptoError) {
        try unsafe self.init(byteCount: byteCount) { output throws(CryptoError) in
            try unsafe Base64URL.decode(text, into: output)
        }
    }
}
