import Foundation

/// The size of an image in pixels, from its header.
struct ImageSize: Sendable {
    let width: Int
    let height: Int

    /// Reads the size of a PNG, GIF or JPEG; nil for a header that is damaged, and for other types.
    init?(_ data: Data, _ type: ImageType) {
        // The header of a JPEG can follow a preview of up to 64 KiB, and others.
        let bytes = [UInt8](data)
        let sides: [Int?]
        switch type {
        case .png: sides = [Self.number(bytes, 16..<20), Self.number(bytes, 20..<24)]
        case .gif:
            sides = [Self.number(bytes, 6..<8, isBigEndian: false), Self.number(bytes, 8..<10, isBigEndian: false)]
        case .jpeg:
            guard let frame = Self.frame(bytes) else { return nil }
            sides = [Self.number(bytes, frame + 7..<frame + 9), Self.number(bytes, frame + 5..<frame + 7)]
        case .webp, .heic: return nil
        }
        guard let width = sides[0], let height = sides[1], width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    private static func number(_ bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool = true) -> Int? {
        guard range.upperBound <= bytes.count else { return nil }
        let digits = isBigEndian ? Array(bytes[range]) : bytes[range].reversed()
        return digits.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The position of the first frame header of a JPEG (ITU-T T.81, B.1.1 and B.2.2).
    private static func frame(_ bytes: [UInt8]) -> Int? {
        var position = 2
        while position + 1 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) { return position }
            guard marker != 0xD9, marker != 0xDA, let length = number(bytes, position + 2..<position + 4), length >= 2
            else { return nil }
            position += 2 + length
        }
        return nil
    }
}
