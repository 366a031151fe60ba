/// One conversion of a format string.
enum Conversion: Hashable {
    case percent
    /// An argument by its number from 1, or the next one; whether it is printed as an object, by `%@`.
    case argument(Int?, isObject: Bool)
    case variable(String, Int?)

    private static let letters = Set("@diuoxXfFeEgGaAcCsSpDUO".unicodeScalars)
    private static let flags = Set("-+ #0'".unicodeScalars)
    private static let lengths = Set("hlqLztj".unicodeScalars)

    /// The maximum length of a conversion, in scalars.
    static let longest = 256

    /// Parses a conversion that begins with a percent sign; returns its length in scalars too.
    ///
    /// With `allowsArgument`, `%arg` is also a conversion. A string catalog uses it for the number that it counts.
    static func read(_ text: Substring.UnicodeScalarView, allowsArgument: Bool) -> (Conversion, length: Int)? {
        let text = text.prefix(longest)
        var rest = text.dropFirst()
        if rest.first == "%" { return (.percent, 2) }
        if allowsArgument, rest.starts(with: "arg".unicodeScalars) { return (.argument(nil, isObject: false), 4) }
        var position: Int?
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty, rest.dropFirst(digits.count).first == "$" {
            // A number that overflows names no existing argument.
            position = Int(String(digits)) ?? .max
            rest = rest.dropFirst(digits.count + 1)
        }
        let flags = rest.prefix { Self.flags.contains($0) }
        rest = rest.dropFirst(flags.count)
        if flags.last == "#", rest.first == "@" {
            let name = rest.dropFirst().prefix { $0 != "@" }
            let end = rest.dropFirst(name.count + 1)
            if end.first == "@" { return (.variable(String(name), position), text.count - end.count + 1) }
        }
        rest = rest.drop { ("0"..."9").contains($0) }
        if rest.first == "." { rest = rest.dropFirst().drop { ("0"..."9").contains($0) } }
        rest = rest.drop { Self.lengths.contains($0) }
        guard let letter = rest.first, letters.contains(letter) else { return nil }
        return (.argument(position, isObject: letter == "@"), text.count - rest.count + 1)
    }
}
