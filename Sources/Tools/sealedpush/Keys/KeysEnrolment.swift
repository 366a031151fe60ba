import ArgumentParser
import KeyManagement
import Platform

struct KeysOffer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Enrolment, step 1 on the device: offers its public key.",
        usage: "sealedpush keys offer <name> [--from <key>] [<options>]",
        discussion: """
            The complete enrolment, with files or pipes:

              sealedpush keys offer phone --from bank > offer.json
              sealedpush keys challenge jane --from bank offer.json > challenge.json
              sealedpush keys answer phone --from bank challenge.json > answer.json
              sealedpush keys confirm jane answer.json
            """,
        aliases: ["enrol", "enroll"])

    @Argument(help: "The device's keyring.", completion: .keyring)
    var name: String

    @Option(
        help: ArgumentHelp("The keyring of the pinned provider, whose version the offer names.", valueName: "key"),
        completion: .keyring)
    var from: String?

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let offer = try keys.keyring(name).offer(pinned: from.map { try keys.publicKeyring($0) })
        try output.target.write(report: String(decoding: offer.serialized(), as: UTF8.self))
    }
}

struct KeysChallenge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Enrolment, step 2 on the provider: asks the device to prove that it holds the key.",
        usage: "sealedpush keys challenge <registration> [<options>] [<input>]",
        discussion: """
            The registration is a keyring of the device's public keys, created if it does not exist. The key is pending \
            until the answer is confirmed.

              sealedpush keys challenge jane --from bank offer.json > challenge.json
            """)

    @Argument(help: "The registration: a keyring of one device's public keys.", completion: .keyring)
    var registration: String

    @Option(
        help: ArgumentHelp("The provider's keyring, to authenticate the challenge.", valueName: "key"),
        completion: .keyring)
    var from: String?

    @Option(
        help: ArgumentHelp("The time in which the answer is valid.", valueName: "period"),
        transform: ArgumentValues.period)
    var validFor = Period.tenMinutes

    @OptionGroup var binding: ContextOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let offer = try KeyOffer(parsing: input.read(hint: "'sealedpush keys offer' makes an offer").bytes)
        let provider = try from.map { try providerKey($0, pinnedVersion: offer.pinnedVersion) }
        let directory = try keys.directory
        func challenge(_ keyring: inout Keyring) throws -> KeyChallenge {
            try keyring.challenge(offer, from: provider, context: binding.enrolment, validFor: validFor.duration)
        }
        let message: KeyChallenge
        if try directory.contains(registration) {
            message = try directory.change(registration, challenge)
        } else {
            var keyring = Keyring.forPublicKeys(name: registration, role: .device)
            message = try challenge(&keyring)
            try directory.add(keyring)
        }
        try output.target.write(report: String(decoding: message.serialized(), as: UTF8.self))
    }

    private func providerKey(_ name: String, pinnedVersion: Int?) throws -> ProviderKey {
        try SigningKeys(keys.keyring(name)).key(pinnedVersion: pinnedVersion, at: Date())
    }
}

struct KeysAnswer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Enrolment, step 3 on the device: opens the challenge and answers it.",
        usage: "sealedpush keys answer <name> [--from <key>] [<options>] [<input>]",
        discussion: """
            With --from, a challenge that the pinned provider did not authenticate is refused.

              sealedpush keys answer phone --from bank challenge.json > answer.json
            """)

    @Argument(help: "The device's keyring.", completion: .keyring)
    var name: String

    @Option(help: ArgumentHelp("The keyring of the pinned provider.", valueName: "key"), completion: .keyring)
    var from: String?

    @OptionGroup var binding: ContextOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let challenge = try KeyChallenge(
            parsing: input.read(hint: "'sealedpush keys challenge' makes a challenge").bytes)
        let pinned = try from.map { try keys.publicKeyring($0) }
        let answer = try keys.keyring(name).answer(
            challenge, from: pinned, context: binding.enrolment)
        try output.target.write(report: String(decoding: answer.serialized(), as: UTF8.self))
    }
}

struct KeysConfirm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Enrolment, step 4 on the provider: checks the answer and activates the key.",
        usage: "sealedpush keys confirm <registration> [<options>] [<input>]",
        discussion: """
            The active keys retire. An answer that is replayed, late, or to another challenge is refused.

              sealedpush keys confirm jane answer.json
            """)

    @Argument(help: "The registration: a keyring of one device's public keys.", completion: .keyring)
    var registration: String

    @OptionGroup var grace: GraceOption
    @OptionGroup var options: KeyringOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let answer = try KeyAnswer(parsing: input.read(hint: "'sealedpush keys answer' makes an answer").bytes)
        try options.change(registration) { try $0.confirm(answer, grace: grace.grace.duration) }
    }
}

extension ContextOptions {
    fileprivate var enrolment: EnrolmentContext { EnrolmentContext(topic: topic, audience: audience) }
}
