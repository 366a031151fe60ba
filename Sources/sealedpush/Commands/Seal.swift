import ArgumentParser
import KeyManagement
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// `sealedpush seal`: the provider half.
struct Seal: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals a payload for a device: payload in, sealed payload out.",
        usage: """
            sealedpush seal --to <key> [--from <key>] [<options>] [<input>]
            sealedpush seal --shared <key> [<options>] [<input>]
            """,
        discussion: """
            The output is the exact body to post to APNs, never above the limit of its push type. With --from, the device \
            can tell who sealed it.

              sealedpush seal --to phone --from bank --topic com.example.bank payload.json
              sealedpush seal --to phone --visible aps.badge --expires-in 3600 < payload.json
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
            "Let the text sealed here stand in the clear as well; may be repeated.", valueName: "keypath"),
        transform: { try PayloadPath(parsing: $0) })
    var allowInClear: [PayloadPath] = []

    @Option(
        help: ArgumentHelp("The kind of push, where the content does not tell.", valueName: "type"),
        transform: ArgumentValues.pushType)
    var pushType: PushType?

    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        switch (device, shared) {
        case (nil, nil): throw ValidationError("say who is to read it: --to KEY or --shared KEY")
        case (_?, _?): throw ValidationError("--to and --shared exclude each other")
        case (nil, _?) where provider != nil: throw ValidationError("--from goes with --to, not with --shared")
        default: break
        }
    }

    func run() throws {
        let sealer = try sealer()
        let recipient = try recipient()
        let input = try input.read()
        let payload = try input.payload()
        let push: SealedPush
        switch recipient {
        case .device(let key):
            push = try sealer.seal(payload, to: key, placeholder: sealing.placeholder, options: options)
        case .shared(let key):
            push = try sealer.seal(payload, with: key, placeholder: sealing.placeholder, options: options)
        }
        try output.target.write(push.body, from: input, mode: 0o666)
    }

    private enum Recipient {
        case device(DevicePublicKey)
        case shared(SharedKey)
    }

    private func sealer() throws -> Sealer {
        guard let provider else { return try Sealer(topic: binding.topic, audience: binding.audience) }
        return try Sealer(from: keys.keyring(provider), topic: binding.topic, audience: binding.audience)
    }

    private func recipient() throws -> Recipient {
        let keyring = try shared.map { try keys.keyring($0) } ?? keys.publicKeyring(device ?? "")
        let role: KeyRole = shared == nil ? .device : .shared
        try keyring.require(role)
        let key = try keyring.primary
        if let key = key.sharedKey { return .shared(key) }
        if let key = key.devicePublicKey { return .device(key) }
        throw Failure(KeyError.Code.wrongRole, "keyring \(keyring.name) holds no \(role.rawValue) key")
    }

    private var options: SealOptions {
        var options = sealing.options(
            envelopeKey: binding.envelopeKey, pushType: pushType, suite: sealing.suite)
        options.allowedInClear = allowInClear
        return options
    }
}
