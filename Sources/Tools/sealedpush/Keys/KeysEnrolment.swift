import ArgumentParser
import KeyManagement
import Platform

struct KeysOffer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Enrolment, step 1 on the device: makes a new key and offers it.",
        usage: "sealedpush keys offer <name> [--from <key>] [<options>]",
        discussion: """
            The keyring is created if it does not exist. The complete enrolment, with files or pipes:

              sealedpush keys offer phone --from bank > offer.json
              sealedpush keys challenge jane --from bank offer.json > challenge.json
              sealedpush keys answer phone --from bank challenge.json > answer.json
              sealedpush keys confirm jane answer.json > confirmation.json
              sealedpush keys finish phone confirmation.json
            """)

    @Argument(help: "The device's keyring.")
    var name: UTF8Text

    @Option(help: ArgumentHelp("The keyring of the pinned provider, whose version the offer names.", valueName: "key"))
    var from: UTF8Text?

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let pinned = try from.map { try keys.publicKeyring($0) }
        try output.write {
            let directory = try keys.directory
            let offer = try directory.offer(name, pinned: pinned)
            if keys.passphraseFile != nil { _ = try keys.keyring(name, in: directory) }
            return offer
        }
    }
}

struct KeysChallenge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Enrolment, step 2 on the provider: asks the device to agree on a chain for the key.",
        usage: "sealedpush keys challenge <registration> --from <key> [<input>]",
        discussion: """
            The registration is a keyring of the device's public keys and chains, created if it does not exist. The key is \
            pending until the answer is confirmed, within 10 minutes. --topic and --audience bind the enrolment only, not \
            the pushes to the key.

              sealedpush keys challenge jane --from bank offer.json > challenge.json
            """)

    @Argument(help: "The registration: a keyring of one device's public keys and chains.")
    var registration: UTF8Text

    @Option(help: ArgumentHelp("The provider's keyring, to authenticate the challenge.", valueName: "key"))
    var from: UTF8Text

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longest life of a push to the key, 1 to 30.", valueName: "days"))
    var lifetime = 7

    @OptionGroup var context: ContextOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        guard (1...30).contains(lifetime) else { throw ValidationError("expected a --lifetime of 1 to 30 days") }
    }

    func run() throws {
        let offer = try KeyOffer(parsing: input.read(hint: "'sealedpush keys offer' makes an offer").bytes)
        let provider = try SigningKeys(keys.keyring(from)).key(pinnedVersion: offer.pinnedVersion, at: Date())
        func challenge(_ keyring: inout Keyring) throws -> KeyChallenge {
            try keyring.challenge(offer, from: provider, context: context.enrolment, lifetime: lifetime)
        }
        try output.write {
            let directory = try keys.directory
            if try directory.contains(registration) {
                return try directory.change(registration, challenge)
            }
            var keyring = Keyring.forPublicKeys(name: registration, role: .device)
            let message = try challenge(&keyring)
            try directory.add(keyring)
            return message
        }
    }
}

struct KeysAnswer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Enrolment, step 3 on the device: opens the challenge, keeps the chain and answers.",
        usage: "sealedpush keys answer <name> --from <key> [<options>] [<input>]",
        discussion: """
            A challenge that the pinned provider did not authenticate is refused. Until the enrolment is finished, the \
            challenge again has the same answer. --topic and --audience are those of the challenge.

              sealedpush keys answer phone --from bank challenge.json > answer.json
            """)

    @Argument(help: "The device's keyring.")
    var name: UTF8Text

    @Option(help: ArgumentHelp("The keyring of the pinned provider.", valueName: "key"))
    var from: UTF8Text

    @OptionGroup var context: ContextOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let challenge = try KeyChallenge(
            parsing: input.read(hint: "'sealedpush keys challenge' makes a challenge").bytes)
        let pinned = try keys.publicKeyring(from)
        try output.write {
            try keys.change(name) { keyring in
                if let answer = keyring.awaitedAnswer, answer.key == challenge.key { return answer }
                return try keyring.answer(challenge, from: pinned, context: context.enrolment)
            }
        }
    }
}

struct KeysConfirm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Enrolment, step 4 on the provider: checks the answer, activates the key and confirms it.",
        usage: "sealedpush keys confirm <registration> [<options>] [<input>]",
        discussion: """
            The active keys retire. An answer that is late or to another challenge is refused; the same one again has the \
            same confirmation.

              sealedpush keys confirm jane answer.json > confirmation.json
            """)

    @Argument(help: "The registration: a keyring of one device's public keys and chains.")
    var registration: UTF8Text

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let answer = try KeyAnswer(parsing: input.read(hint: "'sealedpush keys answer' makes an answer").bytes)
        try output.write { try keys.change(registration) { try $0.confirm(answer) } }
    }
}

struct KeysFinish: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Enrolment, step 5 on the device: checks the confirmation and activates the key.",
        usage: "sealedpush keys finish <name> [<options>] [<input>]",
        discussion: """
            The older keys retire. The first push that opens with the new key activates it, too.

              sealedpush keys finish phone confirmation.json
            """)

    @Argument(help: "The device's keyring.")
    var name: UTF8Text

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let confirmation = try KeyConfirmation(
            parsing: input.read(hint: "'sealedpush keys confirm' makes a confirmation").bytes)
        try change(name) { try $0.finish(confirmation) }
    }
}

extension ContextOptions {
    fileprivate var enrolment: EnrolmentContext { EnrolmentContext(topic: topic, audience: audience) }
}

extension OutputOptions {
    /// Writes the message of a change that was kept; if it could not be written, nothing is changed.
    fileprivate func write(_ message: () throws -> any KeyMessage) throws {
        try target.requireReplaceable()
        try target.write(report: String(decoding: message().serialized(), as: UTF8.self))
    }
}
