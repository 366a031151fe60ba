/// Decodes the bytes of a strings file.
enum StringsText {
    /// Decodes UTF-8, UTF-16 or UTF-32 by the byte order mark, as Core Foundation.
    ///
    /// Without one, a zero in the first two bytes means UTF-16, anything else is UTF-8.
    static func decode(_ bytes: [UInt8]) throws(StringsError) -> String {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return try text(bytes.dropFirst(4), UTF32.self, bigEndian: false) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return try text(bytes.dropFirst(4), UTF32.self, bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return try text(bytes.dropFirst(2), UTF16.self, bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try text(bytes.dropFirst(2), UTF16.self, bigEndian: true) }
        if bytes.count >= 2, bytes.prefix(2).contains(0) {
            return try text(bytes[...], UTF16.self, bigEndian: bytes[0] == 0)
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return try text(validating: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0), UTF8.self)
    }

    private static func text<Encoding: Unicode.Encoding>(
        _ bytes: ArraySlice<UInt8>, _ encoding: Encoding.Type, bigEndian: Bool
    ) throws(StringsError) -> String {
        let size = Encoding.CodeUnit.bitWidth / 8
        guard bytes.count.isMultiple(of: size) else {
            throw StringsError("the text ends within a character")
        }
        let offsets = bigEndian ? Array(0..<size) : (0..<size).reversed()
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            offsets.reduce(0 as Encoding.CodeUnit) { $0 << 8 | Encoding.CodeUnit(bytes[start + $1]) }
        }
        return try text(validating: units, encoding)
    }

    private static func text<Encoding: Unicode.Encoding>(
        validating units: some Sequence<Encoding.CodeUnit>, _ encoding: Encoding.Type
    ) throws(StringsError) -> String {
        guard let text = String(validating: units, as: encoding) else {
            throw StringsError("the bytes are not UTF-\(Encoding.CodeUnit.bitWidth)")
        }
        return text
    }
}
