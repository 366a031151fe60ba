/// A text that decides something, such as a name, a topic or an audience: compared, ordered and hashed by its UTF-8 bytes.
///
/// A `String` is equal to its canonical equivalents, so that other bytes, `"cafe\u{301}"` for `"caf\u{e9}"`, would pass for a name.
public struct UTF8Text: Sendable {
    /// The text, to print it or to pass it on.
    public let string: String

    /// Creates a text from a string, as it is.
    public init(_ string: String) { self.string = string }
}

extension UTF8Text: Hashable, Comparable {
    /// Compares the UTF-8 bytes.
    public static func == (left: UTF8Text, right: UTF8Text) -> Bool {
        guard left.string.utf8.count == right.string.utf8.count else { return false }
        guard #available(iOS 26, macOS 26, *) else { return left.string.utf8.elementsEqual(right.string.utf8) }
        let (bytes, others) = (left.string.utf8.span, right.string.utf8.span)
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }

    /// Orders by the UTF-8 bytes.
    public static func < (left: UTF8Text, right: UTF8Text) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    /// Hashes the UTF-8 bytes; `String` hashes its normalized text, so that many names with different bytes could collide.
    public func hash(into hasher: inout Hasher) {
        if #available(iOS 26, macOS 26, *) {
            let bytes = string.utf8.span
            for index in bytes.indices { hasher.combine(bytes[index]) }
        } else {
            for byte in string.utf8 { hasher.combine(byte) }
        }
        hasher.combine(string.utf8.count)
    }
}

extension UTF8Text: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Creates a text from a literal.
    public init(stringLiteral text: String) { string = text }

    /// The text.
    public var description: String { string }
}

extension String {
    /// Returns whether the UTF-8 bytes end with those of another string; for `hasSuffix(_:)` a mark can hide the ending.
    package func hasByteSuffix(_ ending: String) -> Bool {
        utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
}
