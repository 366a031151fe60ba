/// A pull reader over JSON text: the caller says what it expects, the reader checks and moves on.
///
/// The reader reads the bytes where they are and copies nothing but the names and strings it is asked for, so that key
/// files can be read from guarded memory. The bytes must stay in place for as long as the reader is used.
///
/// A reader that has thrown stands at no particular place and is of no further use.
///
/// Its four words are handed on in registers. What every value takes is transparent, since the compiler inlines nothing more
/// into a function of that many branches, and says which way is usual.
@safe
package struct JSONReader {
    /// The text's first byte, and how many there are.
    let start: UnsafeRawPointer
    let count: Int

    /// The offset of the next byte.
    package internal(set) var offset = 0

    /// How many containers may be open.
    let maximumDepth: UInt32

    /// How many containers are open.
    var depth: UInt32 = 0

    /// Starts before the first value; throws `tooLong` above the limit and `byteOrderMark` on a UTF-8 byte order mark.
    package init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
        unsafe start = bytes.baseAddress ?? Self.emptyText
        count = bytes.count
        maximumDepth = UInt32(truncatingIfNeeded: limits.maximumDepth)
        guard bytes.count <= limits.maximumByteCount else {
            throw failure(
                .tooLong,
                "the text has \(bytes.count) bytes, the limit is \(limits.maximumByteCount)",
                at: limits.maximumByteCount
            )
        }
        if unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw failure(.byteOrderMark, "the text starts with a byte order mark", at: 0)
        }
    }

    /// An address for the empty text, from which nothing is ever read.
    ///
    /// `nonisolated(unsafe)` because nobody ever writes to the byte behind it.
    nonisolated(unsafe) private static let emptyText = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    /// The text.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    /// Checks that only white space remains; throws `trailingBytes` otherwise.
    package mutating func readEnd() throws(JSONError) {
        skipWhiteSpace()
        guard offset == count else {
            throw failure(.trailingBytes, "expected nothing after the value", at: offset)
        }
    }

    /// The kind of the value that comes next, by its first byte, in the words of `JSONValue.kind`; nil when no value does.
    package mutating func peekKind() -> String? {
        skipWhiteSpace()
        return switch current {
        case UInt8(ascii: "{"): "object"
        case UInt8(ascii: "["): "array"
        case .quotationMark: "string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
        case UInt8(ascii: "n"): "null"
        case UInt8(ascii: "-"), 0x30...0x39: "number"
        default: nil
        }
    }

    /// The next byte, or 0, which stands nowhere in JSON, at the end.
    @inline(__always)
    var current: UInt8 {
        unsafe offset < count ? start.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// Moves past the four white space characters of RFC 8259 section 2.
    @inline(__always)
    mutating func skipWhiteSpace() {
        while true {
            // Nearly always one comparison.
            let byte = current
            guard _slowPath(byte <= 0x20), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset &+= 1
        }
    }

    /// The next byte that is no white space, or 0 at the end.
    @inline(__always)
    mutating func nextByte() -> UInt8 {
        skipWhiteSpace()
        return current
    }

    /// Moves past a byte if it comes next, and says whether it did.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte, byte != 0 else { return false }
        offset &+= 1
        return true
    }
}
