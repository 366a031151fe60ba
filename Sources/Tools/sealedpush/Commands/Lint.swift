import ArgumentParser
import PayloadLint
import Platform
import PushPayload
import StrictJSON

struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a payload and its headers against the rules of Apple Push Notification service.",
        usage: "sealedpush lint [<options>] [<input>]",
        discussion: """
            Each breach is shown with its line, a caret and the source of the rule; without one, nothing is. Exit code 1 on \
            an error, and with --strict on a warning.

              sealedpush lint payload.json
              sealedpush lint --header 'apns-push-type: voip' --header 'apns-priority: 10' < payload.json
              sealedpush lint --rule null-value=error --rule alert-as-text=off payload.json
            """)

    @Option(
        help: ArgumentHelp("The push type, if neither a header nor the content determines it.", valueName: "type"),
        completion: .pushType, transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Option(help: "A header of the request, as name: value; may be repeated.", transform: ArgumentValues.header)
    var header: [(name: String, value: String)] = []

    @Flag(help: "The request goes to a broadcast channel, not to a device.")
    var broadcast = false

    @Option(
        help: ArgumentHelp(
            "Make a rule an error, warning or note, or turn it off; may be repeated.", valueName: "code=severity"),
        transform: ArgumentValues.rule)
    var rule: [(rule: LintRule, severity: LintSeverity?)] = []

    @Flag(help: "Fail on warnings as well.")
    var strict = false

    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let input = try input.read()
        var linter = Linter(destination: broadcast ? .broadcast : .device)
        for change in rule { linter[change.rule] = change.severity }
        let report = linter.lint(input.bytes, as: pushType, headers: header.isEmpty ? nil : header)
        if output.json {
            try output.target.write(report: .object(report.json))
        } else {
            let text = report.text(named: input.name, width: output.target.width - 4)
            if !text.isEmpty { try output.target.write(report: String(text.dropLast())) }
        }
        guard report.isClean(of: strict ? .warning : .error) else { throw ExitCode(EXIT_FAILURE) }
    }
}
