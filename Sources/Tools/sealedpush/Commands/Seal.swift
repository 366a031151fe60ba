import ArgumentParser
import PushPayload
import PushSealer
import SealedEnvelope

struct Seal: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals a payload for a device: payload in, sealed payload out.",
        usage: """
            sealedpush seal --to <key> [--from <key>] [<options>] [<input>]
            sealedpush seal --shared <key> [<options>] [<input>]
            sealedpush seal --lines [<options>] [<input>]
            """,
        discussion: """
            The output is the exact body to post to APNs, never above the limit of its push type. With --from, the device \
            can tell who sealed it. The whole payload is sealed; of a Live Activity, aps.content-state and the \
            aps.attributes of a start, since the system reads the rest.

              sealedpush seal --to phone --from bank --topic com.example.bank payload.json
              sealedpush seal --to phone --visible aps.badge --expires-in 3600 < payload.json
              sealedpush seal --to phone --visible aps.content-state.score < update.json
              sealedpush seal --to phone --headers headers payload.json -o sealed.json

            With --lines, each line of the input is {"id":…,"to":NAME or JWK,"payload":{…}}, with options as members where \
            they differ, and each line of the output {"id":…,"headers":{…},"body":"…"} or {"id":…,"error":{…}}.
            """)

    @OptionGroup var keys: KeyOptions

    @Option(name: .customLong("to"), help: ArgumentHelp("The device's keyring.", valueName: "key"))
    var device: UTF8Text?

    @Option(name: .customLong("from"), help: ArgumentHelp("The provider's keyring.", valueName: "key"))
    var provider: UTF8Text?

    @Option(help: ArgumentHelp("A shared keyring, instead of --to.", valueName: "key"))
    var shared: UTF8Text?

    @OptionGroup var sealing: SealingOptions

    @OptionGroup var context: ContextOptions

    @Option(help: .envelopeKey)
    var envelopeKey = "sealed"

    @Option(
        help: ArgumentHelp(
            "Allow the text sealed here to stand in the clear elsewhere; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var allowInClear: [PayloadPath] = []

    @Option(
        help: ArgumentHelp(
            "The push type, to which the envelope is bound (default: what the payload determines).",
            valueName: "type"),
        completion: .pushType, transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Flag(help: "The push goes to a broadcast channel of a Live Activity, so it may have 5120 bytes.")
    var broadcast = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Name the Live Activity in its sealed state and attributes: 16 random bytes in base64url.", valueName: "id"),
        transform: ArgumentValues.activity)
    var activity: ActivityID?

    @Option(
        help: ArgumentHelp(
            "Replace the notification that had this id, in the clear as apns-collapse-id.", valueName: "id"))
    var collapseId: String?

    @Option(file: "Write the headers of the request to this file, a line for each, as 'curl -H @FILE' takes them.")
    var headers: String?

    @Flag(help: "Seal a stream: a request in each line of the input, its answer in the same line of the output.")
    var lines = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        if lines, output.target.path != nil {
            throw ValidationError("--lines writes a stream to standard output, which the shell can redirect")
        }
        guard !lines || (collapseId == nil && activity == nil) else {
            throw ValidationError("--lines takes the activity from each payload, and collapse-id from the line")
        }
        guard headers == nil || !lines else { throw ValidationError("--lines writes headers into each of its lines") }
        if let headers, OutputTarget(path: headers).isSame(as: output.target) {
            throw ValidationError(
                "--headers and --output name the same file; expected two files, or -o FILE beside --headers -")
        }
        switch (device, shared) {
        case (nil, nil) where lines: break
        case (nil, nil): throw ValidationError("expected a recipient: --to KEY or --shared KEY")
        case (_?, _?): throw ValidationError("--to and --shared exclude each other")
        case (nil, _?) where provider != nil: throw ValidationError("--from needs --to and excludes --shared")
        default: break
        }
    }

    func run() throws {
        if !lines { context.hintIfUnbound() }
        // Fails before the input is read if the keys are unusable; every line of a stream would then fail.
        let keys = try SealingKeys(keys)
        _ = try keys.sealer(settings)
        if let recipient = settings.recipient { _ = try keys.key(of: recipient) }
        if lines { return try sealLines(keys) }
        var payload = try input.read().payload()
        if let activity {
            guard payload.aps.contentState != nil else {
                throw Failure("--activity names a Live Activity, and the payload has no aps.content-state")
            }
            payload.name(activity: activity)
        }
        sealing.warnOfAbsentMembers(in: payload, allowedInClear: allowInClear)
        let push = try keys.seal(payload, settings)
        sealing.hintIfSilent(payload, as: push)
        if let headers {
            // Checked first, so that headers are not left without a body.
            try output.target.requireReplaceable()
            let lines = settings.requestHeaders(of: push).map { "\($0.name): \($0.value)" }
            try OutputTarget(path: headers).write(report: lines.joined(separator: "\n"))
        }
        try output.target.write(push.body, mode: 0o666)
    }

    private func sealLines(_ keys: SealingKeys) throws {
        let stream = SealStream(defaults: settings, keys: keys)
        let count = try InputSource(path: input.input).reading { try stream.run(reading: $0, name: $1) }
        guard count.failures == 0 else {
            throw Failure(
                "\(count.failures) of \(count.lines) lines were not sealed; their lines of the output say why")
        }
    }

    private var settings: SealSettings {
        var options = sealing.options(envelopeKey: envelopeKey, pushType: pushType, isBroadcast: broadcast)
        options.allowedInClear = allowInClear
        options.collapseID = collapseId
        return SealSettings(
            provider: provider,
            recipient: device.map(SealSettings.Recipient.device) ?? shared.map(SealSettings.Recipient.shared),
            topic: context.topic, audience: context.audience,
            placeholder: sealing.placeholder, options: options, isExpiryStated: sealing.expiresIn != nil)
    }
}
