import ArgumentParser
import PushPayload
import StrictJSON

/// `sealedpush inspect`: shows a push as the network sees it.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        _superCommandName: SealedPushTool.name,
        abstract: "Shows what every intermediary can read of a push, and where its bytes go.",
        usage: "sealedpush inspect [<options>] [<input>]",
        discussion: """
            Needs no key. In a Live Activity, aps.content-state and aps.attributes each contain an envelope; in any other \
            push, the root does. A payload that is not sealed is analysed in the same way.

              sealedpush inspect sealed.json
              sealedpush inspect --budget payload.json
            """
    )

    @Option(help: ArgumentHelp("The member that holds an envelope.", valueName: "name"))
    var envelopeKey = "sealed"

    @Option(
        help: ArgumentHelp("The push type, if the payload does not determine it.", valueName: "type"),
        transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Flag(help: "The push goes to a broadcast channel, so it may have 5120 bytes.")
    var broadcast = false

    @Flag(help: "Report as JSON.")
    var json = false

    @OptionGroup var budget: BudgetOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let input = try input.read()
        if budget.budget { return try showBudget(of: input) }
        let anatomy = try PushAnatomy(input, envelopeKey: envelopeKey, pushType: pushType, isBroadcast: broadcast)
        let target = output.target
        if json { return try target.write(report: .object(anatomy.json)) }
        let drawing = AnatomyDrawing(anatomy: anatomy, style: target.style, width: target.width)
        try target.write(report: drawing.lines.joined(separator: "\n"))
    }

    private func showBudget(of input: Input) throws {
        let report = BudgetReport(
            budgets: try budget.budgets(
                of: try input.payload(), envelopeKey: envelopeKey, pushType: pushType, isBroadcast: broadcast))
        if json { return try output.target.write(report: .object(report.json)) }
        try output.target.write(report: report.lines(output.target.style).joined(separator: "\n"))
    }
}
