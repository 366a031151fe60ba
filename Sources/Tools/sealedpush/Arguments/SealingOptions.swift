import ArgumentParser
import Platform
import PushPayload
import PushSealer
import SealedEnvelope

/// The app and the account that an envelope or an enrolment is bound to; both halves must use the same.
struct ContextOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Bind to the app with this bundle id.", valueName: "bundle-id"))
    var topic = ""

    @Option(help: ArgumentHelp("Bind to this account or installation.", valueName: "name"))
    var audience = ""

    /// Shows a hint on a terminal if no topic is given: the envelope then opens in every app that has the key.
    func hintIfUnbound() {
        guard topic.isEmpty, isatty(STDERR_FILENO) == 1 else { return }
        Diagnostics.warning("without --topic BUNDLE-ID the push is bound to no app: any app with the key opens it")
    }
}

extension ArgumentHelp {
    /// The help of `--envelope-key`.
    static let envelopeKey = ArgumentHelp("The member that holds an envelope.", valueName: "name")
}

/// The options of a seal besides its keys, for `seal` and for `inspect --budget`, which seals nothing.
struct SealingOptions: ParsableArguments {
    @Option(
        help:
            "The suite: hpke-auth, hpke-auth-psk, hpke-base or shared. It follows from the keys; seal refuses another one.",
        completion: .suite, transform: ArgumentValues.suite)
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

    @Option(help: ArgumentHelp("The key of the title in the app's strings, instead of a text.", valueName: "key"))
    var placeholderTitleLocKey: String?

    @Option(help: ArgumentHelp("The key of the text in the app's strings, instead of a text.", valueName: "key"))
    var placeholderLocKey: String?

    // Unconditional, so that -5 is reported as an invalid number and not parsed as an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time in which the device may open the push, up to 30 days (default: 604800, 7 days).",
            valueName: "seconds"),
        transform: ArgumentValues.seconds)
    var expiresIn: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of this push, by which the device counts those that it missed.", valueName: "n"),
        transform: { try ArgumentValues.number($0, "pushes are counted by whole numbers") })
    var sequence: UInt64?

    @Option(
        name: .customLong("pad"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Hide the payload's length: pad to a multiple of n bytes; 'max' pads to the limit, 'none' nothing (default: 512).",
            valueName: "n"),
        transform: ArgumentValues.padding)
    var padding: Padding = .standard

    var isUsed: Bool {
        suite != nil || !visible.isEmpty || !placeholder.isEmpty || expiresIn != nil || sequence != nil
            || padding != .standard
    }

    /// The members of the placeholder's alert.
    var placeholder: JSONObject {
        let texts = [
            ("title", placeholderTitle), ("body", placeholderBody), ("title-loc-key", placeholderTitleLocKey),
            ("loc-key", placeholderLocKey),
        ]
        return JSONObject(texts.compactMap { name, text in text.map { (name, .string($0)) } })
    }

    func validate() throws { _ = try Placeholder.given(placeholder) }

    func options(envelopeKey: String, pushType: PushType?, isBroadcast: Bool) -> SealOptions {
        var options = SealOptions(
            visible: visible, sequence: sequence, padding: padding, pushType: pushType, suite: suite)
        if let expiresIn { options.expiresIn = expiresIn }
        options.envelopeKey = envelopeKey
        options.isBroadcast = isBroadcast
        return options
    }

    /// Shows a hint on a terminal if the sound is sealed: the placeholder is silent then.
    func hintIfSilent(_ payload: Payload, as push: SealedPush) {
        guard isatty(STDERR_FILENO) == 1, payload.aps.members["sound"] != nil,
            let body = try? Payload(parsing: push.body), body.aps.alert != nil, body.aps.members["sound"] == nil
        else { return }
        Diagnostics.hint("the sound is sealed, so a placeholder is silent; --visible aps.sound sends it in the clear")
    }

    /// Warns of paths without a member in the payload, which are usually misspelled.
    func warnOfAbsentMembers(in payload: Payload, allowedInClear: [PayloadPath] = []) {
        for (option, paths) in [("--visible", visible), ("--allow-in-clear", allowedInClear)] {
            for path in paths where payload.root[at: path] == nil {
                Diagnostics.warning("\(option) \(path) names no member of the payload")
            }
        }
    }
}

extension Placeholder {
    /// Returns the placeholder of an alert's members; a device shows a text, not the localization key beside it.
    static func given(_ alert: JSONObject) throws -> Placeholder {
        let pairs = [("title", "title-loc-key"), ("body", "loc-key")]
        for (text, key) in pairs where alert.contains(text) && alert.contains(key) {
            throw ValidationError("placeholder-\(text) and placeholder-\(key) exclude each other")
        }
        return alert.isEmpty ? .standard : Placeholder(alert: alert)
    }
}
