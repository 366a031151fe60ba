import Foundation

/// Decodes the bytes of a strings file.
enum StringsText {
    /// The byte order marks, with the size of a unit; a mark comes after those that begin with it.
    private static let marks: [(bytes: [UInt8], encoding: String.Encoding, unit: Int)] = [
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian, 4), ([0, 0, 0xFE, 0xFF], .utf32BigEndian, 4),
        ([0xFF, 0xFE], .utf16LittleEndian, 2), ([0xFE, 0xFF], .utf16BigEndian, 2), ([0xEF, 0xBB, 0xBF], .utf8, 1),
    ]

    /// Decodes UTF-8, UTF-16 or UTF-32 by the byte order mark, as Core Foundation.
    ///
    /// Without one, a zero in the first two bytes means UTF-16, anything else is UTF-8.
    static func decode(_ bytes: [UInt8]) throws(StringsError) -> String {
        var (mark, encoding, unit) = marks.first { bytes.starts(with: $0.bytes) } ?? ([], .utf8, 1)
        if mark.isEmpty, bytes.count >= 2, bytes.prefix(2).contains(0) {
            (encoding, unit) = (bytes[0] == 0 ? .utf16BigEndian : .utf16LittleEndian, 2)
        }
        let content = bytes.dropFirst(mark.count)
        // Foundation ignores a part of a unit at the end.
        guard content.count.isMultiple(of: unit), let text = String(bytes: content, encoding: encoding) else {
            throw StringsError("the bytes are not \(encoding)")
        }
        return text
    }
}
