import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

/// What `inspect --budget` needs to know of a seal that has not happened yet.
struct BudgetOptions: ParsableArguments {
    @Flag(help: "Show how many more bytes of content would fit if the payload were sealed.")
    var budget = false

    @Option(
        help: ArgumentHelp("The suite; without it, all of them.", valueName: "suite"), transform: ArgumentValues.suite)
    var suite: SealingSuite?

    @Option(
        help: ArgumentHelp("Leave this part in the clear; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var visible: [PayloadPath] = []

    @Option(help: ArgumentHelp("What the screen shows if the push is not opened.", valueName: "text"))
    var placeholderTitle: String?

    @Option(help: ArgumentHelp("What the screen shows below that title.", valueName: "text"))
    var placeholderBody: String?

    @Option(help: ArgumentHelp("How long the device may open the push.", valueName: "seconds"))
    var expiresIn: UInt32?

    @Option(help: ArgumentHelp("A number that counts the pushes.", valueName: "n"))
    var sequence: UInt64?

    @Option(
        name: .customLong("pad"),
        help: ArgumentHelp("Hide the length: none, max, or up to a multiple of bytes (default: 64).", valueName: "n"),
        transform: ArgumentValues.padding)
    var padding: Padding = .standard

    func validate() throws {
        let isUsed =
            suite != nil || !visible.isEmpty || placeholderTitle != nil || placeholderBody != nil || expiresIn != nil
            || sequence != nil || padding != .standard
        if isUsed, !budget { throw ValidationError("the options of a seal go with --budget") }
    }

    /// The budgets of a payload in the suites asked for.
    func budgets(of payload: Payload, envelopeKey: String, pushType: PushType?) throws -> [ByteBudget] {
        var options = SealOptions(
            visible: visible, expiresIn: expiresIn, sequence: sequence, padding: padding, pushType: pushType)
        options.envelopeKey = envelopeKey
        let placeholder =
            placeholderTitle == nil && placeholderBody == nil
            ? .standard : Placeholder(title: placeholderTitle, body: placeholderBody)
        return try (suite.map { [$0] } ?? SealingSuite.allCases).map { suite in
            try ByteBudget(of: payload, suite: suite, placeholder: placeholder, options: options)
        }
    }
}
