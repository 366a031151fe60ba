import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import KeyDatabase
import Logging
import NIOSSL
import PostgresKeyStore
import PushSealer
import ServiceLifecycle
import UnixSignals

/// The command: `serve`, which is the default, or `setup`.
@main
struct Provider: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        subcommands: [Serve.self, Setup.self], defaultSubcommand: Serve.self)
}

/// Runs the server and the sender until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    @Option(help: "The folder for keys, and without a database for registrations and the outbox.") var folder =
        "provider"
    @Option(help: "The connection string of PostgreSQL, for several processes.") var database: String?
    @Option(
        help: "The seconds, 4 to 3600, after which another process takes a push that one has taken and not settled.")
    var leaseSeconds = 60
    @Option(help: "The app's bundle id.") var topic: String
    @Option(help: "The team's identifier.") var teamID: String
    @Option(help: "The token signing key, of mode 0600: AuthKey_, its identifier, .p8.") var signingKey: String
    @Option(help: "The base URL of the push service.") var apns = "https://api.push.apple.com"
    @Option(help: "The CA certificate of a simulator.") var ca: String?
    @Option(help: "The JSON file of sessions; without it no request is authenticated.") var sessions: String?
    @Option(help: "The folder for sealed pictures, which a web server serves.") var mediaFolder: String?
    @Option(help: "The address of that folder, https://HOST/PATH/.") var mediaURL: String?
    @Option(help: "The port to listen on.") var port = 8099
    @Option(help: "The seconds after SIGTERM until what is unfinished is cancelled.") var stopSeconds = 10

    func validate() throws {
        guard (4...3600).contains(leaseSeconds) else { throw ValidationError("expected 4 to 3600 for --lease-seconds") }
        guard mediaFolder != nil || mediaURL != nil else { return }
        guard mediaFolder != nil, mediaURL?.wholeMatch(of: /https:\/\/.+\//) != nil else {
            throw ValidationError("expected --media-folder, and --media-url, an https address that ends in /")
        }
    }

    func run() async throws {
        umask(0o077)  // Every file made here is readable by its owner alone.
        let logger = Logger(label: "provider")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (keys, files) = (KeyDirectory(folder + "/keys"), folder + "/registrations.sqlite")
        // A key that was lost is an error, and no new identity: the devices have pinned the lost one.
        let provider =
            try await database != nil || FileManager.default.fileExists(atPath: files)
            ? keys.keyring(named: "provider") : keys.loadOrMake(named: "provider", role: .provider)
        let outbox: any Outbox =
            try database.map { try PostgresOutbox($0, leaseSeconds: leaseSeconds, logger: logger) }
            ?? SQLiteOutbox(path: folder + "/outbox.sqlite")
        let registrations: any KeyStore =
            try database.map { try PostgresKeyStore($0) } ?? SQLiteKeyStore(path: files)
        let registry = try DeviceRegistry(registrations, provider: provider, context: EnrolmentContext(topic: topic))
        let sessions = try sessions.map {
            try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: $0)))
        }
        if sessions == nil { logger.warning("there is no --sessions: no request is authenticated") }
        let sealer = try Sealer(from: provider, topic: topic)
        let metrics = Metrics()
        let media = mediaFolder.flatMap { folder in mediaURL.map { MediaFolder(path: folder, url: $0) } }
        let routes = Routes(
            registry: registry, sealer: sealer, outbox: outbox, metrics: metrics, media: media, sessions: sessions)
        let token = try await ProviderToken(signingKey: URL(filePath: signingKey), team: teamID)
        var configuration = HTTPClient.Configuration(
            certificateVerification: .fullVerification, redirectConfiguration: .disallow)
        configuration.connectionPool.idleTimeout = .hours(1)  // Apple asks for connections that stay open.
        // The outbox tries again, so that an outage is known at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        if let ca { configuration.tlsConfiguration?.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(ca)) }
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let sender = Sender(
                outbox: outbox, metrics: metrics, apns: apns, client: client, providerToken: token, logger: logger,
                answerSeconds: leaseSeconds / 2)
            // Stopped in the reverse order: first the server, which accepts pushes, then the sender.
            let application = Application(
                router: routes.router(), server: .http1(configuration: .init(idleTimeout: .seconds(30))),
                configuration: .init(address: .hostname("127.0.0.1", port: port)), services: [sender], logger: logger)
            var services = ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            services.maximumGracefulShutdownDuration = .seconds(stopSeconds)
            try await ServiceGroup(configuration: services).run()
        }
    }
}
