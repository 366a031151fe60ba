extension String {
    /// Returns whether two strings have the same UTF-8 bytes; `==` also accepts canonical equivalents.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        guard #available(iOS 26, macOS 26, *) else { return utf8.elementsEqual(other.utf8) }
        let (bytes, others) = (utf8.span, other.utf8.span)
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }

    /// Returns whether the UTF-8 bytes end with those of another string; for `hasSuffix(_:)` a mark can hide the ending.
    package func hasByteSuffix(_ ending: String) -> Bool {
        utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    /// Hashes the UTF-8 bytes; `String` hashes its normalized text, so that many names with different bytes could collide.
    package func hashBytes(into hasher: inout Hasher) {
        if #available(iOS 26, macOS 26, *) {
            let bytes = utf8.span
            for index in bytes.indices { hasher.combine(bytes[index]) }
        } else {
            for byte in utf8 { hasher.combine(byte) }
        }
        hasher.combine(utf8.count)
    }
}

/// A string that is compared and hashed by its UTF-8 bytes, as a key of dictionaries.
package struct UTF8Key: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
}
