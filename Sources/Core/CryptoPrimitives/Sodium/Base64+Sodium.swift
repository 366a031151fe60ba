#if canImport(CSodium) && !SwiftCrypto
import CSodium

/// Base64 (RFC 4648) by libsodium, without branches or tables that depend on the bytes that a valid text encodes.
enum Base64 {
    struct Variant {
        fileprivate let number: CInt

        static let padded = Variant(number: sodium_base64_VARIANT_ORIGINAL)
        static let unpaddedURL = Variant(number: sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    }

    /// Writes the characters of `bytes` to `output`, which has exactly their size.
    static func encode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ variant: Variant)
    {
        // One byte more, for the zero that libsodium writes after the text.
        unsafe withSecretScratch(byteCount: output.count + 1) { text in
            unsafe text.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                _ = unsafe sodium_bin2base64(start, characters.count, bytes.start, bytes.count, variant.number)
            }
            unsafe output.copyMemory(from: UnsafeRawBufferPointer(text.part(0, output.count)))
        }
    }

    /// Writes the bytes of `text` to `output` and returns their number; throws `incorrectSize` for characters outside the alphabet
    /// and `ignored`, an impossible length, trailing bits that are not zero, wrong padding, and more bytes than `output` has.
    static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, ignoring ignored: String? = nil,
        _ variant: Variant
    ) throws(CryptoError) -> Int {
        // libsodium 1.0.18 reads bytes from 0x80 on as characters of the alphabet, and finds 0 among the ignored ones.
        guard unsafe text.allSatisfy({ 1...0x7f ~= $0 }) else { throw .incorrectSize }
        var count = 0
        let status = unsafe text.withMemoryRebound(to: CChar.self) { text in
            unsafe sodium_base642bin(
                output.start, output.count, text.baseAddress, text.count, ignored, &count, nil, variant.number)
        }
        guard status == 0 else { throw .incorrectSize }
        return count
    }
}
#endif
