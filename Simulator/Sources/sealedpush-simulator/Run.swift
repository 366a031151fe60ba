import ArgumentParser
import Foundation
import PhoneState
import SealedPushSimulator
import UnixSignals

/// `sealedpush-simulator run`: starts the push service, the phones and the page, and prints their addresses.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the push service, the phones and the page until it is interrupted.",
        discussion: """
            It listens on 127.0.0.1 only. It also starts the phones of earlier runs on the same folder, with the state \
            of the push service: device tokens, removed apps, stored pushes and channels. Refused requests are written to \
            standard error. Ctrl-C or SIGTERM ends it with exit code 0.
            """
    )

    @OptionGroup var folder: FolderOption

    @Option(
        help: "The port for pushes and broadcasts; 0 for any free port. Default: that of the last run, at first 2197.")
    var port: Int?

    @Option(
        help: "The port for requests about channels; 0 for any free port. Default: that of the last run, at first 2196."
    )
    var channelPort: Int?

    @Option(
        help: "The port of the page; 0 for any free port. Default: that of the last run on the folder, at first 2198.")
    var pagePort: Int?

    @Option(help: "The port of the media host; 0 for any free port. Default: that of the last run, at first 2199.")
    var mediaPort: Int?

    @Option(name: .customLong("phone"), help: "A phone to add unless it already exists; may be repeated.")
    var phones: [String] = []

    @Option(help: "The bundle id of the app on added phones.")
    var app = "com.example.bank"

    @Option(
        name: .customLong("extension"),
        help: "The executable of the phones' service extension; default: one that opens sealed pushes.")
    var extensionPath: String?

    @Option(help: "The .entitlements file of the extension: its groups and capabilities.")
    var entitlements: String?

    @Option(help: "The .entitlements file of the app: its capability Communication Notifications.")
    var appEntitlements: String?

    @Option(help: "The team whose prefix the extension's keychain groups have.")
    var team = "A1B2C3D4E5"

    @Option(help: "The name under which the app pins the provider's keys in the keychain, for --extension.")
    var pinnedName = SimulatorConfiguration().pinnedName

    @OptionGroup(title: "Options of the push service") var service: ServiceOptions

    func run() async throws {
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.folder
        configuration.policy = service.policy
        configuration.limits = service.limits
        let log = RefusalLog()
        configuration.refused = { log.note($0, to: $1) }
        configuration.warn = { Failure.warn($0) }
        configuration.extensionPath = extensionPath
        configuration.pinnedName = pinnedName
        configuration.entitlements = try phoneEntitlements()
        let remembered = RememberedPorts(folder: folder.folder)
        do {
            do {
                try await run(configuration, on: remembered ?? .first)
            } catch let error as SimulatorError where error.code == .notListening && remembered == nil {
                // Free ports replace those of a first run, but none that the user gave or that something may depend on.
                try await run(configuration, on: .free)
            }
        } catch let error as SimulatorError where error.code == .notListening {
            throw Failure(error.reason, hint: "--port 0 --channel-port 0 --page-port 0 --media-port 0 uses free ports")
        }
    }

    private func run(_ configuration: SimulatorConfiguration, on ports: RememberedPorts) async throws {
        var configuration = configuration
        configuration.port = port ?? ports.service
        configuration.channelPort = channelPort ?? ports.channels
        configuration.pagePort = pagePort ?? ports.page
        configuration.mediaPort = mediaPort ?? ports.media ?? 0
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await Simulator.run(configuration) { simulator in
            let description = simulator.description
            let (page, media) = (description.page.flatMap(Self.port) ?? 0, Self.port(of: description.media))
            try RememberedPorts(
                service: description.port, channels: description.channelPort, page: page, media: media
            ).write(to: folder.folder)
            for name in phones where simulator.phone(name) == nil { try await simulator.addPhone(name, app: app) }
            await describe(simulator)
            for await _ in signals { break }
        }
    }

    private static func port(of address: String) -> Int? { URL(string: address)?.port }

    /// Returns the entitlements of the extension, with the capability for communication notifications of the app.
    private func phoneEntitlements() throws -> Entitlements {
        var result = try entitlements.map(read) ?? Entitlements(team: team, bundle: app)
        result.showsCommunication = try appEntitlements.map(read)?.showsCommunication ?? false
        return result
    }

    private func read(_ file: String) throws -> Entitlements {
        do {
            return try Entitlements(contentsOf: URL(fileURLWithPath: file), team: team, bundle: app)
        } catch {
            throw ValidationError("expected a property list of entitlements in \(file)")
        }
    }

    private func describe(_ simulator: Simulator) async {
        let description = simulator.description
        var lines = [
            "push service  https://127.0.0.1:\(description.port)",
            "channels      https://127.0.0.1:\(description.channelPort)",
            "media host    \(description.media)",
            "CA            \(description.authorityPath)",
            "signing key   \(description.signingKeyPath)",
            "key id        \(description.keyID)",
            "team id       \(description.team)",
        ]
        if let page = description.page { lines.append("page          \(page)") }
        for name in simulator.phoneNames {
            guard let identity = await simulator.phone(name)?.identity else { continue }
            lines.append("phone         \(name)  \(identity.bundleID)  \(identity.token)")
        }
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
