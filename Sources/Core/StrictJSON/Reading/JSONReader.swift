/// A reader that moves forward through a JSON text and checks every byte that it passes.
///
/// Each method takes the same text, since a stored `Span` needs lifetime annotations that Swift 6.3 lacks. Reading from
/// a span keeps the secrets of a key file in guarded memory. A reader cannot be used after an error.
package struct JSONReader {
    let maximumDepth: Int

    /// The offset of the next byte.
    package internal(set) var offset = 0

    /// The number of open containers.
    var depth = 0

    /// Starts before the first value of a text; throws `tooLong` above the limit, and `byteOrderMark`.
    package init(_ text: Span<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        maximumDepth = limits.maximumDepth
        guard text.count <= limits.maximumByteCount else {
            let reason = "the text has \(text.count) bytes, the limit is \(limits.maximumByteCount)"
            throw failure(.tooLong, reason, at: limits.maximumByteCount, in: text)
        }
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw failure(.byteOrderMark, "the text starts with a byte order mark", at: 0, in: text)
        }
    }

    /// Checks that only white space remains; throws `trailingBytes` otherwise.
    package mutating func readEnd(of text: Span<UInt8>) throws(JSONError) {
        skipWhiteSpace(in: text)
        guard offset == text.count else {
            throw failure(.trailingBytes, "expected nothing after the value", at: offset, in: text)
        }
    }

    /// Returns the next byte, or 0 at the end; a JSON text never contains 0.
    func current(in text: Span<UInt8>) -> UInt8 { offset < text.count ? text[offset] : 0 }

    /// Moves past white space (RFC 8259 section 2).
    mutating func skipWhiteSpace(in text: Span<UInt8>) {
        while true {
            switch current(in: text) {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Moves past a byte if it is the next one; returns whether it was.
    mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        guard current(in: text) == byte else { return false }
        offset += 1
        return true
    }
}
