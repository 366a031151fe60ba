import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

/// What a push is sealed with besides its keys, for `seal` and for `inspect --budget`, which seals nothing.
struct SealingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("sealed-box, or the one that follows from the keys.", valueName: "suite"),
        transform: ArgumentValues.suite)
    var suite: SealingSuite?

    @Option(
        help: ArgumentHelp(
            "Send this part in the clear as well, such as aps.badge; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var visible: [PayloadPath] = []

    @Option(help: ArgumentHelp("What the screen shows if the push is not opened.", valueName: "text"))
    var placeholderTitle: String?

    @Option(help: ArgumentHelp("What the screen shows below that title.", valueName: "text"))
    var placeholderBody: String?

    // Unconditional, so that -5 is told to be no such number and not taken for an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long the device may open the push.", valueName: "seconds"),
        transform: ArgumentValues.seconds)
    var expiresIn: UInt32?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Counts the pushes, so that the device can tell how many it missed.", valueName: "n"),
        transform: ArgumentValues.sequence)
    var sequence: UInt64?

    @Option(
        name: .customLong("pad"),
        help: ArgumentHelp("Hide the length: none, max, or up to a multiple of bytes (default: 64).", valueName: "n"),
        transform: ArgumentValues.padding)
    var padding: Padding = .standard

    @Flag(help: "Allow the 5120 bytes of a broadcast to a channel of Live Activities.")
    var broadcast = false

    /// Whether any of them was given.
    var isUsed: Bool {
        suite != nil || !visible.isEmpty || placeholderTitle != nil || placeholderBody != nil || expiresIn != nil
            || sequence != nil || padding != .standard || broadcast
    }

    /// The alert in the clear.
    var placeholder: Placeholder { .given(title: placeholderTitle, body: placeholderBody) }

    /// The same in the library's words.
    func options(envelopeKey: String, pushType: PushType?, suite: SealingSuite?) -> SealOptions {
        var options = SealOptions(
            visible: visible, expiresIn: expiresIn, sequence: sequence, padding: padding, pushType: pushType,
            suite: suite)
        options.envelopeKey = envelopeKey
        options.isBroadcast = broadcast
        return options
    }
}

extension Placeholder {
    /// The placeholder of the texts that were given, or the standard one where none was.
    static func given(title: String?, body: String?) -> Placeholder {
        title == nil && body == nil ? .standard : Placeholder(title: title, body: body)
    }
}
