import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

/// The options of a seal whose sizes `inspect --budget` shows.
struct BudgetOptions: ParsableArguments {
    @Flag(help: "Show the number of bytes of content that still fit in a sealed push.")
    var budget = false

    @OptionGroup(title: "With --budget, as for seal") var sealing: SealingOptions

    func validate() throws {
        if sealing.isUsed, !budget { throw ValidationError("the options of a seal need --budget") }
    }

    /// Returns the budgets of a payload in the suite of the options, or in all suites.
    func budgets(
        of payload: Payload, envelopeKey: String, pushType: PushType?, isBroadcast: Bool
    ) throws -> [ByteBudget] {
        sealing.warnOfAbsentMembers(in: payload)
        let options = sealing.options(
            envelopeKey: envelopeKey, pushType: pushType, isBroadcast: isBroadcast, suite: nil)
        return try (sealing.suite.map { [$0] } ?? SealingSuite.allCases).map { suite in
            try ByteBudget(of: payload, suite: suite, placeholder: sealing.placeholder, options: options)
        }
    }
}
