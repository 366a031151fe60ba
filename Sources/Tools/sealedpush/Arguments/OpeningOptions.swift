import ArgumentParser
import KeyManagement
import PushOpener

struct OpeningOptions: ParsableArguments {
    @Option(name: .customLong("with"), help: ArgumentHelp("The device's keyring, or the shared one.", valueName: "key"))
    var recipient: UTF8Text?

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "The provider's keyring; pushes that this provider did not seal are then refused.", valueName: "key"))
    var sender: UTF8Text?

    @Option(help: .envelopeKey)
    var envelopeKey = "sealed"

    @Option(file: "If a key is the cause of a refusal, write a report for the provider to this file.")
    var report: String?

    var pinsProvider: Bool { sender != nil }

    var policy: Opener.Policy {
        var policy = Opener.Policy()
        policy.envelopeKey = envelopeKey
        return policy
    }

    /// The keyring of `--with`, which only the user's own extension does without.
    func requireRecipient() throws -> UTF8Text {
        guard let recipient else { throw ValidationError("missing expected argument '--with <key>'") }
        return recipient
    }

    func openingKeys(in keys: KeyOptions) throws -> OpeningKeys {
        let recipient = try keys.keyring(requireRecipient())
        let sender = try sender.map { try keys.publicKeyring($0) }
        switch recipient.role {
        case .device: return try OpeningKeys(device: recipient, provider: sender)
        case .shared: return try OpeningKeys(provider: sender, shared: recipient)
        case .provider:
            throw KeyError(.wrongRole, "keyring \(recipient.name) holds provider keys, which do not open")
        }
    }

    func validate() throws {
        guard report != "-" else { throw ValidationError("--report takes the name of a file") }
    }

    /// Writes the report on a refusal that a key caused, if it is wanted.
    func writeReport(on refusal: Refusal, keys: OpeningKeys) throws(Failure) {
        guard let report, let text = keys.report(on: refusal)?.text else { return }
        try OutputTarget(path: report).write(report: text)
    }

    func opener(keys: OpeningKeys, context: ContextOptions) throws -> Opener {
        try Opener(keys: keys, topic: context.topic, audience: context.audience, policy: policy)
    }
}
