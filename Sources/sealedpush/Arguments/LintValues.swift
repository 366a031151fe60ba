import ArgumentParser
import PayloadLint

/// The values of the linter's options in their command-line form.
enum LintValues {
    /// One header of a request.
    struct Header {
        let name: String
        let value: String
    }

    /// A changed severity of a rule; nil turns the rule off.
    struct Change {
        let rule: LintRule
        let severity: LintSeverity?
    }

    /// Parses `name: value`.
    static func header(_ text: String) throws -> Header {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else {
            throw ValidationError("a header is written as name: value")
        }
        return Header(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
    }

    /// Parses `code=severity`; the severity may be `off`.
    static func change(_ text: String) throws -> Change {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw ValidationError("a rule is written as code=severity") }
        guard let rule = LintRule(code: parts[0]) else {
            throw ValidationError("no rule has the code '\(parts[0])'; Documentation/payload.md lists them all")
        }
        if parts[1] == "off" { return Change(rule: rule, severity: nil) }
        guard let severity = LintSeverity(rawValue: parts[1]) else {
            throw ValidationError("a rule is an error, a warning, a note or off")
        }
        return Change(rule: rule, severity: severity)
    }
}
