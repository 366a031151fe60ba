/// The rule of RFC 3629 section 4 for well-formed UTF-8.
enum UTF8Validation {
    /// The offset of the first byte that starts no well-formed sequence: overlong forms, surrogates, code points above
    /// U+10FFFF, lone continuation bytes and truncated sequences; nil when all bytes are well formed.
    static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
        var offset = 0
        while offset < bytes.count {
            if bytes.count - offset >= 8,
                unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                offset += 8
                continue
            }
            guard let length = unsafe sequenceLength(in: bytes, at: offset) else { return offset }
            offset += length
        }
        return nil
    }

    /// The length of the well-formed sequence at an offset, or nil when there is none.
    private static func sequenceLength(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        let first = unsafe bytes[offset]
        let length: Int
        let second: ClosedRange<UInt8>
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE, 0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard bytes.count - offset >= length, unsafe second.contains(bytes[offset + 1]) else { return nil }
        for place in offset + 2..<max(offset + 2, offset + length) where unsafe bytes[place] & 0xC0 != 0x80 {
            return nil
        }
        return length
    }
}
