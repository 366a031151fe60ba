extension JSONReader {
    /// Moves past a string without copying it, and returns the range of its bytes between the quotation marks; throws
    /// `wrongKind` for another value, and `malformed` for a string with escapes, whose bytes are not its value.
    package mutating func readRawString(from text: Span<UInt8>) throws(JSONError) -> Range<Int> {
        skipWhiteSpace(in: text)
        guard current(in: text) == .quotationMark else { throw wrongKind("string", in: text) }
        let start = offset
        let token = try scanString(in: text)
        guard !token.hasEscapes else {
            throw failure(.malformed, "expected a string without escapes", at: start, in: text)
        }
        try checkUTF8(token.range, of: text)
        return token.range
    }

    mutating func readString(from text: Span<UInt8>) throws(JSONError) -> String {
        let token = try scanString(in: text)
        guard token.hasEscapes else { return try string(token.range, of: text) }
        try checkUTF8(token.range, of: text)
        return try unescape(token.range, of: text)
    }

    /// Returns the bytes in a range as a string; throws `invalidUTF8`.
    func string(_ range: Range<Int>, of text: Span<UInt8>) throws(JSONError) -> String {
        do {
            return try String(validating: text.extracting(range))
        } catch {
            throw failure(.invalidUTF8, "expected UTF-8", at: range.lowerBound + error.offset, in: text)
        }
    }

    private func checkUTF8(_ range: Range<Int>, of text: Span<UInt8>) throws(JSONError) {
        guard let offset = text.extracting(range).firstInvalidUTF8 else { return }
        throw failure(.invalidUTF8, "expected UTF-8", at: range.lowerBound + offset, in: text)
    }

    private static let blockSize = 32

    /// Moves past a string at the current offset, without checking its UTF-8; the range excludes the quotation marks.
    private mutating func scanString(
        in text: Span<UInt8>
    ) throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
        let start = offset + 1
        var hasEscapes = false
        offset = start
        while true {
            var end = offset
            while end + Self.blockSize <= text.count, !text.extracting(end..<end + Self.blockSize).needEscape {
                end += Self.blockSize
            }
            while end < text.count, !text[end].needsEscape { end += 1 }
            offset = end
            switch current(in: text) {
            case .quotationMark:
                offset += 1
                return (start..<offset - 1, hasEscapes)
            case .backslash:
                hasEscapes = true
                _ = try readEscape(from: text)
            default:
                guard offset < text.count else { throw unexpected("the end of a string", in: text) }
                throw failure(.malformed, "expected an escape for a control character", at: offset, in: text)
            }
        }
    }

    private func unescape(_ range: Range<Int>, of text: Span<UInt8>) throws(JSONError) -> String {
        var reader = self
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        reader.offset = range.lowerBound
        while reader.offset < range.upperBound {
            if text[reader.offset] == .backslash {
                bytes.append(contentsOf: String(try reader.readEscape(from: text)).utf8)
            } else {
                bytes.append(text[reader.offset])
                reader.offset += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an escape, or two that are the halves of a surrogate pair (RFC 8259 section 7).
    private mutating func readEscape(from text: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let letter = current(in: text)
        let scalar: Unicode.Scalar
        switch letter {
        case .quotationMark, .backslash, UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            var value = try readCodeUnit(from: text)
            if value & 0xFC00 == 0xD800, skip(.backslash, in: text), current(in: text) == UInt8(ascii: "u") {
                let trail = try readCodeUnit(from: text)
                if trail & 0xFC00 == 0xDC00 { value = 0x1_0000 + (value & 0x3FF) << 10 + trail & 0x3FF }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw failure(.loneSurrogate, "expected both halves of a surrogate pair", at: start, in: text)
            }
            return scalar
        default:
            throw unexpected("an escape of RFC 8259", in: text)
        }
        offset += 1
        return scalar
    }

    /// Reads `u` and the four hexadecimal digits of a UTF-16 code unit.
    private mutating func readCodeUnit(from text: Span<UInt8>) throws(JSONError) -> UInt32 {
        offset += 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current(in: text).hexadecimalValue else {
                throw unexpected("a hexadecimal digit", in: text)
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}
