import ArgumentParser
import ExtensionHost
import PushPayload

/// `sealedpush deliver`: shows what the screen shows for a push.
struct Deliver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Runs the service extension on a push and shows what the screen shows, and why.",
        usage: "sealedpush deliver --with <key> [--from <key>] [<options>] [<input>]",
        discussion: """
            On a terminal the notification is drawn as a banner, without the extension and with it; elsewhere, and with \
            --json, the output is a line of JSON. A refused push is delivered as well, with its placeholder.

              sealedpush deliver --with phone --from bank --topic com.example.bank s.json

            With --bundle, localization keys are looked up in the app's strings. With --store, a push that was opened \
            before is refused, missed pushes are counted, and a payload without a badge adds 1 to the stored badge. If \
            the store cannot be used, the push is still delivered, and the reason says so.

              sealedpush deliver --with phone --bundle Bank.app --languages pt-BR,en s.json
            """
    )

    @OptionGroup var opening: OpeningOptions
    @OptionGroup var device: DeviceOptions

    @Flag(help: "Report as JSON, also on a terminal.")
    var json = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() async throws {
        let keys = try opening.openingKeys()
        // Checks topic and audience first: for an error there, the service would only report that its keys are
        // unavailable.
        _ = try opening.opener(keys: keys)
        let strings = try device.strings()
        let store = try device.deliveryStore()
        let input = try input.read()
        let payload = try input.payload()

        let host = ExtensionHost(localization: strings) { [opening] in
            CommandLineService(keys: keys, opening: opening, strings: strings, store: store)
        }
        let delivery = await host.deliver(payload, pushType: PushType.derived(from: payload) ?? .alert)

        defer { store?.reportError() }
        let target = output.target
        let report = DeliveryReport(
            delivery: delivery, topic: opening.binding.topic, envelopeKey: opening.binding.envelopeKey,
            style: target.style, width: target.width)
        let asJSON = json || !target.isTerminal
        // The content is for the device's owner, so a new file is not readable by others.
        try target.write(report, asJSON: asJSON, mode: 0o600)
        if asJSON { return }
        if case .refused(let refusal) = delivery.seal {
            Hints.after(refusal, pinsProvider: opening.pinsProvider).forEach(Diagnostics.hint)
        } else if payload.aps.contentState?.contains(opening.binding.envelopeKey) == true {
            Diagnostics.hint("the app's widget opens the state of a Live Activity, as 'sealedpush open' does")
        } else if delivery.reason?.code == .noAlert, payload[opening.binding.envelopeKey] != nil {
            Diagnostics.hint("the app itself opens a push without an alert, as 'sealedpush open' does")
        }
    }
}
