import ArgumentParser
import KeyManagement
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// `sealedpush seal`: seals a payload, as the provider half does.
struct Seal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        _superCommandName: SealedPushTool.name,
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

            With --lines, each line of the input is {"id":…,"to":NAME or JWK,"payload":{…}}, with options as members where \
            they differ, and each line of the output {"id":…,"headers":{…},"body":"…"} or {"id":…,"error":{…}}.
            """,
        aliases: ["encrypt"]
    )

    @OptionGroup var keys: KeyOptions

    @Option(name: .customLong("to"), help: ArgumentHelp("The device's keyring.", valueName: "key"))
    var device: String?

    @Option(name: .customLong("from"), help: ArgumentHelp("The provider's keyring.", valueName: "key"))
    var provider: String?

    @Option(help: ArgumentHelp("A shared keyring, instead of --to.", valueName: "key"))
    var shared: String?

    @OptionGroup var sealing: SealingOptions

    @OptionGroup var binding: BindingOptions

    @Option(
        help: ArgumentHelp(
            "Allow the text sealed here to stand in the clear elsewhere; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var allowInClear: [PayloadPath] = []

    @Option(
        help: ArgumentHelp(
            "The push type, to which the envelope is bound (default: what the payload determines).",
            valueName: "type"),
        transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Flag(help: "The push goes to a broadcast channel of a Live Activity, so it may have 5120 bytes.")
    var broadcast = false

    @Flag(help: "Seal a stream: a request in each line of the input, its answer in the same line of the output.")
    var lines = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        if lines, output.target.path != nil {
            throw ValidationError("--lines writes a stream to standard output, which the shell can redirect")
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
        if lines { return try sealLines() }
        binding.hintIfUnbound()
        let sealer = try sealer()
        let recipient = try recipient()
        let input = try input.read()
        let payload = try input.payload()
        sealing.warnOfAbsentMembers(in: payload)
        SealingOptions.warnOfAbsentMembers(in: payload, at: allowInClear, of: "--allow-in-clear")
        let push: SealedPush
        switch recipient {
        case .device(let key):
            push = try sealer.seal(payload, to: key, placeholder: sealing.placeholder, options: options)
        case .shared(let key):
            push = try sealer.seal(payload, with: key, placeholder: sealing.placeholder, options: options)
        }
        try output.target.write(push.body, mode: 0o666)
    }

    private func sealer() throws -> Sealer {
        guard let provider else { return try Sealer(topic: binding.topic, audience: binding.audience) }
        return try Sealer(from: keys.keyring(provider), topic: binding.topic, audience: binding.audience)
    }

    private func recipient() throws -> SealingKeys.Recipient {
        let keyring = try shared.map { try keys.keyring($0) } ?? keys.publicKeyring(device ?? "")
        return try SealingKeys.Recipient(keyring, role: shared == nil ? .device : .shared)
    }

    private func sealLines() throws {
        let settings = SealSettings(
            provider: provider,
            recipient: device.map(SealSettings.Recipient.device) ?? shared.map(SealSettings.Recipient.shared),
            topic: binding.topic, audience: binding.audience, placeholderTitle: sealing.placeholderTitle,
            placeholderBody: sealing.placeholderBody, options: options)
        let keys = SealingKeys(try keys.directory)
        // Fails now if the arguments are invalid, since every line would then fail.
        let stream = try SealStream(defaults: settings, keys: keys)
        if let recipient = settings.recipient { _ = try keys.key(of: recipient) }
        WholeLines.holdSignals()
        let count = try input.source.reading { descriptor, name throws(Failure) in
            try stream.run(reading: descriptor, name: name)
        }
        guard count.failures == 0 else {
            throw Failure(
                "\(count.failures) of \(count.lines) lines were not sealed; their lines of the output say why")
        }
    }

    private var options: SealOptions {
        var options = sealing.options(
            envelopeKey: binding.envelopeKey, pushType: pushType, isBroadcast: broadcast, suite: sealing.suite)
        options.allowedInClear = allowInClear
        return options
    }
}
