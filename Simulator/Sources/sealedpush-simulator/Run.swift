import ArgumentParser
import Foundation
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

    func run() async throws {
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.folder
        configuration.port = port
        configuration.pagePort = pagePort
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await Simulator.run(configuration) { simulator in
            for name in phones where simulator.phone(name) == nil { try await simulator.addPhone(name, app: app) }
            await describe(simulator)
            for await _ in signals { break }
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
