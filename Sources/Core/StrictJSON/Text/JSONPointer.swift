/// JSON pointers and their reference tokens (RFC 6901 section 3).
package enum JSONPointer {
    /// Returns the pointer of a path.
    package static func text(of path: some Sequence<UTF8Text>) -> String {
        path.map { "/" + escape($0.string) }.joined()
    }

    /// Writes `~` as `~0` and `/` as `~1`.
    package static func escape(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        var escaped: [UInt8] = []
        for byte in step.utf8 {
            switch byte {
            case UInt8(ascii: "~"): escaped += "~0".utf8
            case UInt8(ascii: "/"): escaped += "~1".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Reads `~0` as `~` and `~1` as `/`; returns nil if `~` is followed by another character.
    package static func unescape(_ step: String) -> String? {
        let parts = step.unicodeScalars.split(separator: "~", omittingEmptySubsequences: false)
        var unescaped = parts.first.map { String($0) } ?? ""
        for part in parts.dropFirst() {
            guard let digit = part.first, digit == "0" || digit == "1" else { return nil }
            unescaped += (digit == "0" ? "~" : "/") + String(part.dropFirst())
        }
        return unescaped
    }
}
