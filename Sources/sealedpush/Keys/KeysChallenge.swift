import ArgumentParser
import KeyManagement

/// `sealedpush keys challenge`: the second step of an enrolment, on the provider.
struct KeysChallenge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Enrolment, step 2 on the provider: asks the device to prove that it holds the key.",
        usage: "sealedpush keys challenge <registration> [<options>] [<input>]",
        discussion: """
            The registration is a keyring of the device's public keys, created if it does not exist. The key is pending \
            until the answer is confirmed.

              sealedpush keys challenge jane --from bank offer.json > challenge.json
            """
    )

    @Argument(help: "The registration: a keyring of one device's public keys.")
    var registration: String

    @Option(help: ArgumentHelp("The provider's keyring, to authenticate the challenge.", valueName: "key"))
    var from: String?

    @Option(
        help: ArgumentHelp("The time in which the answer is valid.", valueName: "period"),
        transform: ArgumentValues.period)
    var validFor = KeyPeriod.minutes(10)

    @OptionGroup var binding: EnrolmentOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: MessageArgument

    func run() throws {
        let now = WallClock.system.now
        let offer = try KeyOffer(parsing: input.read())
        let provider = try from.map(providerKey)
        let directory = try keys.directory
        func challenge(_ keyring: inout Keyring) throws -> KeyChallenge {
            try keyring.challenge(
                offer, from: provider, context: binding.context, validFor: validFor, at: now)
        }
        let message: KeyChallenge
        if try directory.contains(registration) {
            message = try directory.change(registration, challenge)
        } else {
            var keyring = Keyring.forPublicKeys(name: registration, role: .device)
            message = try challenge(&keyring)
            try directory.add(keyring)
        }
        try output.target.write(message: message.serialized())
    }

    private func providerKey(_ name: String) throws -> ProviderKey {
        let keyring = try keys.keyring(name)
        guard let key = try keyring.primary.providerKey else {
            throw KeyError(.wrongRole, "keyring \(name) holds no secret of a provider")
        }
        return key
    }
}
