import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what every intermediary can read of a push, and where its bytes go.",
        usage: "sealedpush inspect [<options>] [<input>]",
        discussion: """
            Needs no key. In a Live Activity, aps.content-state and aps.attributes each contain an envelope; in any other \
            push, the root does. A payload that is not sealed is analysed in the same way.

              sealedpush inspect sealed.json
              sealedpush inspect --budget payload.json
            """)

    @Option(help: .envelopeKey)
    var envelopeKey = "sealed"

    @Option(
        help: ArgumentHelp("The push type, if the payload does not determine it.", valueName: "type"),
        completion: .pushType, transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Flag(help: "The push goes to a broadcast channel, so it may have 5120 bytes.")
    var broadcast = false

    @Flag(help: "Show the number of bytes of content that still fit in a sealed push.")
    var budget = false

    @OptionGroup(title: "With --budget, as for seal") var sealing: SealingOptions
    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        if sealing.isUsed, !budget { throw ValidationError("the options of a seal need --budget") }
    }

    func run() throws {
        let input = try input.read()
        let target = output.target
        if budget {
            let budgets = try budgets(of: input.payload())
            return try output.write(BudgetReport(budgets: budgets, style: target.style))
        }
        let inspection = try PushInspection(input, envelopeKey: envelopeKey, pushType: pushType, isBroadcast: broadcast)
        try output.write(InspectionReport(inspection: inspection, style: target.style))
    }

    private func budgets(of payload: Payload) throws -> [ByteBudget] {
        sealing.warnOfAbsentMembers(in: payload)
        var options = sealing.options(envelopeKey: envelopeKey, pushType: pushType, isBroadcast: broadcast)
        options.suite = nil
        let placeholder = try Placeholder.given(sealing.placeholder)
        return try (sealing.suite.map { [$0] } ?? SealingSuite.allCases).map { suite in
            try ByteBudget(of: payload, suite: suite, placeholder: placeholder, options: options)
        }
    }
}
