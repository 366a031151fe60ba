extension StringProtocol {
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
    /// The width in columns: 2 for East Asian wide characters and emoji, 0 for joiners and marks, otherwise 1.
    var displayWidth: Int {
        var width = 0
        for scalar in unicodeScalars {
            // Variation selector 16 requests the emoji form, which is wide: ☎️ is ☎ and U+FE0F.
            width = scalar == "\u{FE0F}" && width > 0 ? 2 : Swift.max(width, scalar.displayWidth)
        }
        return width
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        // Joiners are invisible; the soft hyphen and Arabic number signs are visible.
        case .format: return properties.isDefaultIgnorableCodePoint && value != 0xAD ? 0 : 1
        default: break
        }
        if properties.isEmojiPresentation || isWide { return 2 }
        // Korean vowels and finals are part of the syllable.
        return 0x1160...0x11FF ~= value || 0xD7B0...0xD7FB ~= value ? 0 : 1
    }

    /// Whether the East Asian Width is W or F (Unicode Standard Annex 11), by block; gaps within the blocks contain no
    /// characters.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
