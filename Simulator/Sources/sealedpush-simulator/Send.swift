import ArgumentParser
import Foundation
import PayloadLint
import PushSealer
import SealedPushSimulator

/// `sealedpush-simulator send`: seals a payload to a phone and sends it.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals a payload to a phone of a running simulator, or to all phones of a channel, and sends it.",
        discussion: "Prints the answer of the push service. The exit code is 0 if the push was accepted, else 1."
    )

    @Argument(help: "The path of the payload; - for standard input.")
    var payload: String

    @Option(help: "The phone's name.")
    var to: String?

    @Option(help: "The identifier of a channel: a broadcast, an update or the end of a Live Activity.")
    var channel: String?

    @Option(help: "The bundle id of the app, for --channel; default: com.example.bank.")
    var app: String?

    @Option(help: "The push token of the Live Activity, for an update or end; Simulator/README.md names its file.")
    var activity: String?

    @OptionGroup var folder: FolderOption

    @Option(
        help: "The title of the placeholder, which every intermediary can read, for --to; default: New notification.")
    var placeholderTitle: String?

    @Option(help: "The body of the placeholder, for --to.")
    var placeholderBody: String?

    @Option(help: "The collapse id, for --to; a later push with the same id replaces this one.")
    var collapseID: String?

    @Option(help: "The push type, for --to; default: what the payload determines.")
    var pushType: String?

    @Option(help: "The number of seconds until the push expires.")
    var expiresIn: UInt32?

    @Option(help: "The number of times to send it.")
    var times = 1

    @Flag(help: "Send the payload without sealing it.")
    var plain = false

    func validate() throws {
        guard (to == nil) != (channel == nil) else { throw ValidationError("expected --to PHONE or --channel ID") }
        guard times > 0 else { throw ValidationError("--times must be at least 1") }
        let isPlaceholder = placeholderTitle != nil || placeholderBody != nil
        let withoutEffect = [
            ("--app", "--to", to != nil && app != nil),
            ("--push-type", "--channel", channel != nil && pushType != nil),
            ("--collapse-id", "--channel", channel != nil && collapseID != nil),
            ("a placeholder", "--channel", channel != nil && isPlaceholder),
            ("a placeholder", "--plain", plain && isPlaceholder),
        ]
        for (option, other, isGiven) in withoutEffect where isGiven {
            throw ValidationError("\(option) has no effect with \(other)")
        }
    }

    func run() async throws {
        let payload = try parsedPayload()
        guard (activity != nil) == (channel == nil && [.update, .end].contains(payload.aps.event)) else {
            throw Failure("expected --activity TOKEN, for an update or end to a phone's Live Activity only")
        }
        guard plain || payload["sealed"] == nil && payload.aps.contentState?["sealed"] == nil else {
            throw Failure("the payload has the member sealed, an envelope", hint: "--plain sends it as it is")
        }
        try await folder.withProvider { provider in
            for _ in 0..<times {
                let response = try await send(payload, by: provider)
                print("\(response.status)\(response.reason.map { " \($0)" } ?? "") apns-id \(response.id ?? "none")")
                guard response.isAccepted else { throw ExitCode(1) }
            }
        }
    }

    private func send(_ payload: Payload, by provider: LocalProvider) async throws -> PushResponse {
        let options = SealOptions(
            expiresIn: expiresIn.map { .seconds($0) }, pushType: pushType.map(PushType.init(rawValue:)),
            collapseID: collapseID)
        if let channel {
            return try await provider.broadcast(
                payload, to: channel, of: app ?? "com.example.bank", options: options, isSealed: !plain)
        }
        let phone = to ?? ""
        if plain { return try await provider.pushPlain(payload, to: phone, activity: activity, options: options) }
        return try await provider.push(
            payload, to: phone, activity: activity,
            placeholder: Placeholder(title: placeholderTitle ?? "New notification", body: placeholderBody),
            options: options)
    }

    /// Parses the payload, and writes what the linter says about it to standard error.
    private func parsedPayload() throws -> Payload {
        let name = payload == "-" ? "standard input" : payload
        let data =
            try payload == "-"
            ? FileHandle.standardInput.readDataToEndOfFile() : Data(contentsOf: URL(fileURLWithPath: payload))
        let bytes = Array(data)
        do {
            let result = try Payload(parsing: bytes)
            let linter = Linter(destination: channel == nil ? .device : .broadcast)
            let report = linter.lint(bytes, as: pushType.map(PushType.init(rawValue:)))
            FileHandle.standardError.write(Data(report.text(named: name).utf8))
            return result
        } catch {
            throw Failure("\(name): \(error.reasonText)")
        }
    }
}
