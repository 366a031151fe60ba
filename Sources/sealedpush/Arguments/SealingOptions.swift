import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

/// The options of a seal besides its keys, for `seal` and for `inspect --budget`, which seals nothing.
struct SealingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The suite: sealed-box, or the one that follows from the keys.", valueName: "suite"),
        transform: ArgumentValues.suite)
    var suite: SealingSuite?

    @Option(
        help: ArgumentHelp(
            "Send this member in the clear as well, such as aps.badge; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var visible: [PayloadPath] = []

    @Option(help: ArgumentHelp("The title that is shown if the push is not opened.", valueName: "text"))
    var placeholderTitle: String?

    @Option(help: ArgumentHelp("The text that is shown below that title.", valueName: "text"))
    var placeholderBody: String?

    // Unconditional, so that -5 is reported as an invalid number and not parsed as an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time in which the device may open the push.", valueName: "seconds"),
        transform: ArgumentValues.seconds)
    var expiresIn: UInt32?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of this push, by which the device counts those that it missed.", valueName: "n"),
        transform: ArgumentValues.sequence)
    var sequence: UInt64?

    @Option(
        name: .customLong("pad"),
        parsing: .unconditional,
        help: ArgumentHelp("Hide the length: none, max, or up to a multiple of bytes (default: 64).", valueName: "n"),
        transform: ArgumentValues.padding)
    var padding: Padding = .standard

    /// Whether any of these options was given.
    var isUsed: Bool {
        suite != nil || !visible.isEmpty || placeholderTitle != nil || placeholderBody != nil || expiresIn != nil
            || sequence != nil || padding != .standard
    }

    /// The alert in the clear.
    var placeholder: Placeholder { .given(title: placeholderTitle, body: placeholderBody) }

    /// Returns the library's options.
    func options(
        envelopeKey: String, pushType: PushType?, isBroadcast: Bool, suite: SealingSuite?
    ) -> SealOptions {
        var options = SealOptions(
            visible: visible, expiresIn: expiresIn, sequence: sequence, padding: padding, pushType: pushType,
            suite: suite)
        options.envelopeKey = envelopeKey
        options.isBroadcast = isBroadcast
        return options
    }

    /// Warns of visible members that the payload does not have.
    func warnOfAbsentMembers(in payload: Payload) {
        Self.warnOfAbsentMembers(in: payload, at: visible, of: "--visible")
    }

    /// Warns of paths without a member, which are usually misspelled.
    static func warnOfAbsentMembers(in payload: Payload, at paths: [PayloadPath], of option: String) {
        for path in paths where payload.root[path] == nil {
            Diagnostics.warning("\(option) \(path) names no member of the payload")
        }
    }
}

extension Placeholder {
    /// Returns the placeholder with the given texts, or the standard one if there are none.
    static func given(title: String?, body: String?) -> Placeholder {
        title == nil && body == nil ? .standard : Placeholder(title: title, body: body)
    }
}
