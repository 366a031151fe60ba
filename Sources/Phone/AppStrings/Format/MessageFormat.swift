/// Inserts a push's arguments into a format of the app's strings.
///
/// No format is ever passed to `String(format:)`. `%@` takes the next argument, `%2$@` the second, `%%` is a percent sign.
/// Text that is not a conversion is copied. Every other conversion (`%d`, `%.2f`, the plural variable `%#@name@`) follows
/// `LocalizationPolicy.formatsNumbers`; with it, it prints its argument unchanged, since a push carries only strings.
struct MessageFormat {
    let arguments: [String]
    let policy: LocalizationPolicy
    let rules: PluralRules

    /// The maximum size of a text, in UTF-8 bytes; an alert is always shorter.
    static let longest = 16_384

    /// The maximum number of scalars that are read for one text, since variables that refer to each other are read
    /// repeatedly; a format that fills a text needs a quarter.
    static let mostScalarsRead = 4 * longest

    private static let deepestVariable = 8

    private(set) var scalarsRead = 0
    private(set) var output = ""
    private(set) var isFull = false
    private(set) var nextPosition = 1

    static func text(
        of entry: LocalizedEntry, arguments: [String], policy: LocalizationPolicy, rules: PluralRules
    ) -> String {
        var format = MessageFormat(arguments: arguments, policy: policy, rules: rules)
        format.write(entry)
        return format.output
    }

    mutating func write(_ entry: LocalizedEntry) {
        write(entry.format, of: entry, counted: nil, depth: 0)
    }

    private mutating func write(_ format: String, of entry: LocalizedEntry, counted: Int?, depth: Int) {
        var rest = format.unicodeScalars[...]
        while let scalar = rest.first, scalarsRead < Self.mostScalarsRead, !isFull {
            guard scalar == "%", let (conversion, length) = Conversion.read(rest, allowsArgument: counted != nil) else {
                scalarsRead += 1
                append(scalar)
                rest = rest.dropFirst()
                continue
            }
            scalarsRead += length
            rest = rest.dropFirst(length)
            switch conversion {
            case .percent: append("%")
            case .argument(let position, let isObject):
                if isObject || policy.formatsNumbers { appendArgument(position ?? counted) }
            case .variable(let name, _) where !policy.formatsNumbers:
                "@\(name)@".unicodeScalars.forEach { append($0) }
            case .variable(let name, let position):
                guard depth < Self.deepestVariable, let variable = entry.variables[name] else {
                    appendArgument(position ?? counted)
                    continue
                }
                let position = position ?? variable.argument ?? takePosition()
                write(form(of: variable, at: position), of: entry, counted: position, depth: depth + 1)
            }
        }
    }

    /// Appends the argument at a position, or the next one; an argument is not parsed as a format.
    private mutating func appendArgument(_ position: Int?) {
        let argument = argument(position ?? takePosition()) ?? policy.missingArgument
        for scalar in argument.unicodeScalars where !isFull { append(scalar) }
    }

    /// Appends a scalar, or ends the text before the first one that does not fit.
    private mutating func append(_ scalar: Unicode.Scalar) {
        isFull = isFull || output.utf8.count + UTF8.width(scalar) > Self.longest
        if !isFull { output.unicodeScalars.append(scalar) }
    }

    private mutating func takePosition() -> Int {
        defer { nextPosition += 1 }
        return nextPosition
    }

    private func argument(_ position: Int) -> String? {
        position > 0 && position <= arguments.count ? arguments[position - 1] : nil
    }

    private mutating func form(of variable: LocalizedEntry.Variable, at position: Int) -> String {
        // A text that is not a number has the form `other`.
        let number = argument(position) ?? ""
        scalarsRead += number.utf8.count
        return variable.form(of: number, rules)
    }
}
