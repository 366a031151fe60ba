import ArgumentParser
import Foundation
import Logging
import PostgresKeyStore
import PushSealer

/// Makes the tables of a database and the provider's keys, once and after each update.
struct Setup: AsyncParsableCommand {
    @Option(help: "The connection string of PostgreSQL.") var database: String
    @Option(help: "The folder for keys.") var folder = "provider"

    func run() async throws {
        umask(0o077)  // Every file made here is readable by its owner alone.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let registrations = try PostgresKeyStore(database)
        try await registrations.migrate()
        try await PostgresOutbox(database, leaseSeconds: 60, logger: Logger(label: "provider")).migrate()
        let keys = KeyDirectory(folder + "/keys")
        // A key that was lost is an error, and no new identity: the devices have pinned the lost one.
        _ =
            try await registrations.names(after: nil, limit: 1).isEmpty
            ? keys.loadOrMake(named: "provider", role: .provider) : keys.keyring(named: "provider")
    }
}
