import ArgumentParser
import Foundation
import PhoneState
import SealedPushSimulator
import UnixSignals

/// `sealedpush-simulator run`: starts the push service, the phones and the page, and prints their addresses.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the push service, the phones and the page until it is interrupted.",
        discussion: "It listens on 127.0.0.1 only. It also starts the phones of earlier runs on the same folder."
    )

    @OptionGroup var folder: FolderOption

    @Option(help: "The port of the push service; 0 for any free port.")
    var port = 0

    @Option(help: "The port of the page; 0 for any free port.")
    var pagePort = 0

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

    func run() async throws {
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.folder
        configuration.port = port
        configuration.pagePort = pagePort
        configuration.extensionPath = extensionPath
        configuration.entitlements = try phoneEntitlements()
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await Simulator.run(configuration) { simulator in
            for name in phones where simulator.phone(name) == nil { try await simulator.addPhone(name, app: app) }
            await describe(simulator)
            for await _ in signals { break }
        }
    }

    /// Returns the entitlements of the extension, with the capability for communication notifications of the app; nil without files.
    private func phoneEntitlements() throws -> Entitlements? {
        guard entitlements != nil || appEntitlements != nil else { return nil }
        var result = try entitlements.map(read) ?? Entitlements(bundle: app)
        result.showsCommunication = try appEntitlements.map(read)?.showsCommunication ?? false
        return result
    }

    private func read(_ file: String) throws -> Entitlements {
        do {
            return try Entitlements(contentsOf: URL(fileURLWithPath: file), bundle: app)
        } catch {
            throw ValidationError("expected a property list of entitlements in \(file)")
        }
    }

    private func describe(_ simulator: Simulator) async {
        let description = simulator.description
        var lines = [
            "push service  https://127.0.0.1:\(description.port)",
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
