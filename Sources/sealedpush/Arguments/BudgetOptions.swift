import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

/// What `inspect --budget` needs to know of a seal that has not happened yet.
struct BudgetOptions: ParsableArguments {
    @Flag(help: "Show how many more bytes of content would fit if the payload were sealed.")
    var budget = false

    @OptionGroup(title: "With --budget, as for seal") var sealing: SealingOptions

    func validate() throws {
        if sealing.isUsed, !budget { throw ValidationError("the options of a seal go with --budget") }
    }

    /// The budgets of a payload in the suite asked for, or in all of them.
    func budgets(of payload: Payload, envelopeKey: String, pushType: PushType?) throws -> [ByteBudget] {
        let options = sealing.options(envelopeKey: envelopeKey, pushType: pushType, suite: nil)
        return try (sealing.suite.map { [$0] } ?? SealingSuite.allCases).map { suite in
            try ByteBudget(of: payload, suite: suite, placeholder: sealing.placeholder, options: options)
        }
    }
}
