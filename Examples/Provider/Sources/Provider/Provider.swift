import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOSSL
import PushSealer

/// Runs the server and the sender until SIGTERM or SIGINT.
@main
struct Provider: AsyncParsableCommand {
    @Option(help: "The folder for keys, registrations and the outbox.") var folder = "provider"
    @Option(help: "The app's bundle id.") var topic: String
    @Option(help: "The team's identifier.") var teamID: String
    @Option(help: "The token signing key, of mode 0600: AuthKey_, its identifier, .p8.") var signingKey: String
    @Option(help: "The base URL of the push service.") var apns = "https://api.push.apple.com"
    @Option(help: "The CA certificate of a simulator.") var ca: String?
    @Option(help: "The JSON file of sessions; without it no request is authenticated.") var sessions: String?
    @Option(help: "The port to listen on.") var port = 8099
    @Option(help: "The seconds for which due pushes are still sent after SIGTERM.") var drainSeconds = 10

    func run() async throws {
        umask(0o077)  // Every file made here is readable by its owner alone.
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let logger = Logger(label: "provider")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let outbox = try Outbox(path: folder + "/outbox.sqlite")
        let devices = try await Devices(folder: folder, topic: topic, outbox: outbox)
        let sessions = try sessions.map {
            try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: $0)))
        }
        let routes = Routes(devices: devices, outbox: outbox, sessions: sessions)
        let token = try await ProviderToken(signingKey: URL(filePath: signingKey), team: teamID)
        var configuration = HTTPClient.Configuration(certificateVerification: .fullVerification)
        if let ca { configuration.tlsConfiguration?.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(ca)) }
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let sender = Sender(
                outbox: outbox, devices: devices, service: PushService(url: apns, client: client, token: token),
                logger: logger, drain: .seconds(drainSeconds))
            // The services stop in the reverse order: first the server, which accepts pushes, then the sender.
            try await Application(
                router: routes.router(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
                services: [sender], logger: logger
            ).runService()
        }
    }
}
