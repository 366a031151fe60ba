/// Decodes the bytes of a strings file.
enum StringsText {
    /// Decodes UTF-8, UTF-16 or UTF-32 by the byte order mark.
    ///
    /// Without one, a zero in the first two bytes means UTF-16, anything else is UTF-8.
    ///
    /// Core Foundation uses the same rules, but loses the first character of UTF-16 without a mark.
    static func decode(_ bytes: [UInt8]) throws(LocalizationError) -> String {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return try utf32(bytes.dropFirst(4), bigEndian: false) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return try utf32(bytes.dropFirst(4), bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), bigEndian: true) }
        let utf8 = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if bytes.count >= 2, bytes.prefix(2).contains(0) { return try utf16(bytes[...], bigEndian: bytes[0] == 0) }
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw LocalizationError(.badEncoding, "the bytes are not UTF-8")
        }
        return text
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(LocalizationError) -> String {
        let units = try units(bytes, of: 2, bigEndian: bigEndian).map { UInt16(truncatingIfNeeded: $0) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw LocalizationError(.badEncoding, "the bytes are not UTF-16")
        }
        return text
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(LocalizationError) -> String {
        let units = try units(bytes, of: 4, bigEndian: bigEndian)
        guard let text = String(validating: units, as: UTF32.self) else {
            throw LocalizationError(.badEncoding, "the bytes are not UTF-32")
        }
        return text
    }

    private static func units(
        _ bytes: ArraySlice<UInt8>,
        of size: Int,
        bigEndian: Bool
    ) throws(LocalizationError) -> [UInt32] {
        guard bytes.count.isMultiple(of: size) else {
            throw LocalizationError(.badEncoding, "the text ends within a character")
        }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            let unit = bytes[start..<start + size]
            return (bigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
