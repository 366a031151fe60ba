extension AttachmentType {
    /// The kind of attachment and its size limit in megabytes (Apple, "UNNotificationAttachment", table 1).
    package var kind: (name: String, megabytes: Int) {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: ("audio", 5)
        case .jpeg, .gif, .png: ("image", 10)
        case .mpeg, .mpeg2Video, .mpeg4, .avi: ("movie", 50)
        }
    }

    /// The number of bytes that identify the type.
    package static let signatureSize = 16

    /// Detects the type of a file from its first bytes; nil for a type that Apple does not list.
    package init?(signature bytes: [UInt8]) {
        func text(_ range: Range<Int>) -> String {
            bytes.count >= range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : ""
        }
        switch (text(0..<4), text(8..<12)) {
        case ("FORM", "AIFF"), ("FORM", "AIFC"): self = .aiff
        case ("RIFF", "WAVE"): self = .wave
        case ("RIFF", "AVI "): self = .avi
        case _ where text(4..<8) == "ftyp":
            guard let type = Self.mpeg4(brand: text(8..<12)) else { return nil }
            self = type
        case _ where ["GIF87a", "GIF89a"].contains(text(0..<6)): self = .gif
        case _ where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
        case _ where bytes.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
        case _ where text(0..<3) == "ID3" || Self.isLayer3(bytes): self = .mp3
        case _ where bytes.starts(with: [0, 0, 1, 0xBA]) && bytes.count > 4:
            // The pack header's first bits are 0010 in MPEG-1, 01 in MPEG-2.
            self = bytes[4] >> 6 == 1 ? .mpeg2Video : .mpeg
        case _ where bytes.starts(with: [0, 0, 1, 0xB3]): self = .mpeg2Video
        default: return nil
        }
    }

    /// The type of an ISO media file by its major brand (ISO/IEC 14496-12).
    private static func mpeg4(brand: String) -> AttachmentType? {
        switch brand {
        case "M4A ", "M4B ", "M4P ": .mpeg4Audio
        case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "MSNV", "dash":
            .mpeg4
        default: nil
        }
    }

    /// Whether the bytes start a frame of MPEG audio, layer III (ISO/IEC 11172-3, 2.4.1.3).
    private static func isLayer3(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 3, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08 else { return false }
        return bytes[2] >> 4 != 0x0F && bytes[2] >> 2 & 3 != 3
    }

    /// Whether a file of this type, found from its first bytes, is one of `declared`: the same type, or one with the same signature.
    package func isContent(of declared: AttachmentType) -> Bool {
        let families: [Set<AttachmentType>] = [[.mpeg4, .mpeg4Audio], [.mpeg, .mpeg2Video]]
        return self == declared || families.contains { $0.contains(self) && $0.contains(declared) }
    }
}
