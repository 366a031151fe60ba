/// One reference token of a JSON pointer (RFC 6901 section 3).
package enum JSONPointer {
    /// Writes `~` as `~0` and `/` as `~1`.
    package static func escape(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        return step.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Reads `~0` as `~` and `~1` as `/`; returns nil if `~` is followed by another character.
    package static func unescape(_ step: String) -> String? {
        var unescaped = ""
        var scalars = step.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                unescaped.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": unescaped += "~"
            case "1": unescaped += "/"
            default: return nil
            }
        }
        return unescaped
    }
}
