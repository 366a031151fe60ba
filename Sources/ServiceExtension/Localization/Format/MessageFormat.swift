/// Puts a push's arguments into a format of the app's strings.
///
/// It does what `String(format:)` does with strings as arguments, without ever handing it a format: `%@` takes the next
/// argument, `%2$@` the second, `%%` is a percent sign. Every other conversion (`%d`, `%.2f`) prints its argument as it
/// came, since a push brings strings only. `%#@name@` stands for a plural variable. What is no conversion stays as it is.
struct MessageFormat {
    let arguments: [String]
    let policy: LocalizationPolicy
    let rules: PluralRules

    /// A text longer than this is cut: no alert is, but variables that name each other grow without bound.
    static let longest = 16_384

    private static let deepestVariable = 8

    private var nextArgument = 1

    init(arguments: [String], policy: LocalizationPolicy, rules: PluralRules) {
        self.arguments = arguments
        self.policy = policy
        self.rules = rules
    }

    /// The text of an entry.
    static func text(
        of entry: LocalizedEntry,
        arguments: [String],
        policy: LocalizationPolicy,
        rules: PluralRules
    ) -> String {
        var format = MessageFormat(arguments: arguments, policy: policy, rules: rules)
        var output = ""
        format.write(entry.format, of: entry, counted: nil, depth: 0, to: &output)
        return output
    }

    private mutating func write(
        _ format: String,
        of entry: LocalizedEntry,
        counted: Int?,
        depth: Int,
        to output: inout String
    ) {
        var rest = format.unicodeScalars[...]
        while let percent = rest.firstIndex(of: "%"), output.utf8.count < Self.longest {
            output.unicodeScalars.append(contentsOf: rest[..<percent])
            rest = rest[percent...]
            guard let (conversion, end) = Conversion.read(rest, allowsArgument: counted != nil) else {
                output.unicodeScalars.append("%")
                rest = rest.dropFirst()
                continue
            }
            rest = rest[end...]
            switch conversion {
            case .percent: output += "%"
            case .argument(let position): output += argument(position ?? counted ?? takeNext())
            case .variable(let name, let position):
                guard let variable = entry.variables[name], depth < Self.deepestVariable else {
                    output += argument(position ?? counted ?? takeNext())
                    continue
                }
                let position = position ?? variable.argument ?? takeNext()
                let form = variable.form(category(of: position))
                write(form, of: entry, counted: position, depth: depth + 1, to: &output)
            }
        }
        if output.utf8.count < Self.longest { output.unicodeScalars.append(contentsOf: rest) }
    }

    private mutating func takeNext() -> Int {
        defer { nextArgument += 1 }
        return nextArgument
    }

    private func argument(_ position: Int) -> String {
        guard (1...max(1, arguments.count)).contains(position), !arguments.isEmpty else {
            switch policy.missingArgument {
            case .null: return "(null)"
            case .empty: return ""
            }
        }
        return arguments[position - 1]
    }

    private func category(of position: Int) -> PluralCategory {
        guard policy.countsTextArguments, (1...max(1, arguments.count)).contains(position), !arguments.isEmpty
        else { return .other }
        return rules.category(of: arguments[position - 1])
    }
}
