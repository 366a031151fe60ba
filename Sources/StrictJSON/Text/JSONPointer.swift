/// The spelling of one step of a JSON pointer (RFC 6901 section 3).
package enum JSONPointer {
    /// Writes `~` as `~0` and `/` as `~1`.
    package static func escape(_ step: String) -> String {
        var escaped = ""
        for scalar in step.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
