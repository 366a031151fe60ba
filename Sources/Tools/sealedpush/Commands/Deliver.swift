#if canImport(ExtensionHost)
import ArgumentParser
import ExtensionHost
import PhoneState
import PushOpener
import PushPayload
import SQLiteFile
import UserNotifications

struct Deliver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the service extension on a push and shows what the screen shows, and why.",
        usage: """
            sealedpush deliver --with <key> [--from <key>] [<options>] [<input>]
            sealedpush deliver --extension <path> [<options>] [<input>]
            """,
        discussion: """
            On a terminal the notification is drawn as a banner, without the extension and with it; elsewhere, and with \
            --json, the output is a line of JSON. A refused push is delivered as well, with its placeholder.

              sealedpush deliver --with phone --from bank --topic com.example.bank s.json
              sealedpush deliver --with phone --bundle Bank.app --languages pt-BR,en s.json
              sealedpush deliver --with phone --blobs media.example.com=blobs --save . s.json

            With --store, a push that was opened before is refused, missed pushes are counted, and a payload without a \
            badge adds 1 to the stored badge. If the store cannot be used, the push is still delivered.

            With --extension, the extension is your own executable, which calls ExtensionProcess.serve. It runs on a phone \
            with the entitlements of its target and an empty keychain, to which the keyrings of --with and --from are \
            added; --topic is the app's bundle id. If it crashes, hangs or takes too much memory, the push is delivered \
            unchanged, and the exit code is 1.

              sealedpush deliver --extension .build/debug/Bank --entitlements Bank.entitlements --with phone s.json
            """)

    @OptionGroup var keys: KeyOptions
    @OptionGroup var opening: OpeningOptions
    @OptionGroup var context: ContextOptions

    @Option(folder: "The folder with the app's localized strings: *.lproj/Localizable.strings and the like.")
    var bundle: String?

    @Option(
        help: ArgumentHelp(
            "The user's languages in order of preference, such as pt-BR,en; needs --bundle.", valueName: "list"),
        transform: ArgumentValues.languages)
    var languages: [String]?

    @Option(file: "The file that stores opened envelopes, sequence numbers and the badge; created if missing.")
    var store: String?

    @OptionGroup var attachments: AttachmentOptions
    @OptionGroup var own: OwnExtension
    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        guard languages == nil || bundle != nil else { throw ValidationError("--languages needs --bundle") }
        guard store.map(SQLiteFile.isFilePath) != false else {
            throw ValidationError("--store expects the path of a file; a name such as ':memory:' needs ./ before it")
        }
        guard own.executable != nil else {
            _ = try opening.requireRecipient()
            return
        }
        guard store == nil, opening.report == nil, context.audience.isEmpty, attachments.blobs.isEmpty else {
            throw ValidationError(
                "--store, --report, --audience and --blobs are for the built-in extension, not for --extension")
        }
    }

    func run() async throws {
        if let executable = own.executable { return try await run(executable) }
        let keys = try opening.openingKeys(in: keys)
        // Topic and audience are checked first: the service would only report that its keys are unavailable.
        _ = try opening.opener(keys: keys, context: context)
        Phone.shared.strings = try strings()
        let store = try deliveryStore()
        let payload = try input.read().payload()
        let policy = try attachments.policy()
        defer { Interruption.removeFolder() }

        let host = ExtensionHost { [opening, context] in
            CommandLineService(keys: keys, opening: opening, context: context, attachments: policy, store: store)
        }
        let delivery = await deliver(payload, to: host)

        defer { store?.reportError() }
        // Now that it exists, the report does not replace it.
        if let store { ["", "-wal", "-shm", "-journal"].forEach { InputFiles.insert(path: store.path + $0) } }
        try write(delivery)
        if case .refused(let refusal) = delivery.seal { try opening.writeReport(on: refusal, keys: keys) }
        if case .opened(let push) = delivery.seal, push.envelope.chainNotAdvanced {
            Diagnostics.warning(OpenedEnvelope.chainProblem)
        }
        if isJSON { return }
        let envelopeKey = opening.envelopeKey
        if case .refused(let refusal) = delivery.seal {
            Hints.after(refusal, pinsProvider: opening.pinsProvider).forEach(Diagnostics.hint)
        } else if payload.aps.contentState?.contains(envelopeKey) == true {
            Diagnostics.hint("the app's widget opens the state of a Live Activity, as 'sealedpush open' does")
        } else if delivery.reason?.code == .noAlert, payload[envelopeKey] != nil {
            Diagnostics.hint("the app itself opens a push without an alert, as 'sealedpush open' does")
        }
    }

    /// Delivers the push to the user's own extension.
    private func run(_ executable: String) async throws {
        let strings = try strings()
        defer { Interruption.removeFolder() }
        let host = try own.host(of: executable, keys: keys, opening: opening, topic: context.topic, strings: strings)
        let payload = try input.read().payload()
        let delivery = await deliver(payload, to: host)
        await host.shutDown()
        try write(delivery)
        if let failure = OwnExtension.failure(of: delivery) { throw failure }
    }

    private func deliver(_ payload: Payload, to host: some ServiceExtensionHost) async -> Delivery {
        await host.deliver(payload, pushType: PushType.derived(from: payload) ?? .alert)
    }

    private var isJSON: Bool { output.json || !output.target.isTerminal }

    private func write(_ delivery: Delivery) throws {
        let target = output.target
        let report = DeliveryReport(
            delivery: delivery, files: try attachments.saved(delivery.content.attachments),
            topic: context.topic, envelopeKey: opening.envelopeKey, style: target.style, width: target.width)
        // The content is for the device's owner, so a new file is not readable by others.
        try target.write(report, asJSON: isJSON, mode: 0o600)
    }

    private func strings() throws -> Localization {
        guard let bundle else { return .none }
        guard try InputSource.isFolder(bundle) else { throw Failure("\(bundle) is not a folder") }
        let strings = Localization(bundle: bundle, languages: languages ?? [])
        strings.faults.forEach(Diagnostics.warning)
        if strings.language == nil { Diagnostics.hint("localization keys are shown instead of texts") }
        return strings
    }

    /// Returns the delivery store; a file of a keyring is refused by its name, since an empty one would become a store.
    private func deliveryStore() throws(Failure) -> ReportedStore? {
        guard let store else { return nil }
        if let kept = KeptFile(path: store), kept != .store {
            throw Failure(
                "\(store) has the name of \(kept.name); --store expects a delivery store, or the path of a new file")
        }
        return ReportedStore(path: store)
    }
}
#else
import ArgumentParser

/// The command where no extension can be run, which says so.
struct Deliver: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the service extension on a push and shows what the screen shows; on Linux only.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw Failure(
            "deliver runs the extension in this package's host, which exists on Linux only",
            hints: ["'sealedpush open' opens a push, and Xcode runs the extension"])
    }
}
#endif
