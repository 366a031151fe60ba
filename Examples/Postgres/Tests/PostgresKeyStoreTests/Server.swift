import Foundation
import KeyManagement
import PostgresKeyStore
import Testing

/// A server of PostgreSQL on a Unix socket in a folder of its own, a copy of the one that `test` makes.
///
/// The script stops it at the end of the tests.
final class Server: Sendable {
    /// An empty folder on a disk of 2 MB, where the machine permits to mount one.
    static let smallDisk = ProcessInfo.processInfo.environment["POSTGRES_SMALL_DISK"]

    let folder: String
    private let programs: String
    private let port: Int

    /// Copies the folder and starts the server; with a port, also on 127.0.0.1 with TLS.
    init(port: Int? = nil) async throws {
        let environment = ProcessInfo.processInfo.environment
        let parent = try #require(environment["POSTGRES_FOLDER"], "start the tests with Examples/Postgres/test")
        programs = try #require(environment["POSTGRES_PROGRAMS"])
        folder = "\(parent)/\(UUID().uuidString)"
        self.port = port ?? 5432
        try await Program.run("cp", "-a", "\(parent)/template", folder)
        try await start()
    }

    /// The connection string of the user `postgres`, who may do everything.
    var connection: String { "host=\(folder) port=\(port) dbname=postgres user=postgres" }

    func connection(through proxy: Proxy) -> String {
        "host=\(proxy.folder) port=\(port) dbname=postgres user=postgres"
    }

    /// The socket, and that of a proxy in another folder.
    func socket(in other: String? = nil) -> String { "\(other ?? folder)/.s.PGSQL.\(port)" }

    /// An empty store in a schema of its own.
    func store(_ schema: String = .schema(), timeout: Duration = .seconds(600)) async throws -> PostgresKeyStore {
        let store = try PostgresKeyStore(connection, schema: schema, timeout: timeout)
        try await store.migrate()
        return store
    }

    /// Runs SQL as `postgres`, and returns the rows.
    @discardableResult
    func sql(_ text: String) async throws -> String {
        try await Program.run("psql", connection, "-v", "ON_ERROR_STOP=1", "-qAtc", text)
    }

    /// Makes each change of a schema run statements of PL/pgSQL; `number` counts them, also those that are rolled back.
    func onChange(in schema: String, _ statements: String) async throws {
        try await sql(
            """
            CREATE SEQUENCE \(schema).changes;
            CREATE FUNCTION \(schema).on_change() RETURNS trigger LANGUAGE plpgsql AS
            $$ DECLARE number bigint := nextval('\(schema).changes'); BEGIN \(statements) RETURN NEW; END $$;
            CREATE TRIGGER on_change BEFORE INSERT OR UPDATE ON \(schema).keyring
            FOR EACH ROW EXECUTE FUNCTION \(schema).on_change()
            """)
    }

    func start() async throws {
        let address = port == 5432 ? "-c listen_addresses=" : "-c listen_addresses=127.0.0.1 -c port=\(port) -c ssl=on"
        try await control("start", "-o", "-k \(folder) \(address)", "-l", "\(folder)/log")
    }

    /// Stops the server: `fast` rolls back and closes, `immediate` is a crash.
    func stop(_ mode: String = "fast") async throws { try await control("stop", "-m", mode) }

    private func control(_ words: String...) async throws {
        // The server refuses to run as root.
        let user =
            getuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
        try await Program.run(user + ["\(programs)/pg_ctl", "-D", folder, "-w", "-t", "600"] + words, reads: false)
    }
}

extension String {
    /// The name of a new schema.
    static func schema() -> String {
        String("s" + UUID().uuidString.lowercased().compactMap { $0.hexDigitValue }.map { "abcdefghijklmnop"[$0] })
    }

    private subscript(_ offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}

extension Keyring {
    /// A registration of one new key.
    static func registration(_ name: UTF8Text) throws -> Keyring {
        var keyring = Keyring.forPublicKeys(name: name, role: .device)
        try keyring.pin(newKey())
        return keyring
    }
}

func newKey() throws -> DevicePublicKey {
    try #require(Keyring.generate(name: "device", role: .device).primary.devicePublicKey)
}

/// Expects a `PostgresError` of a code and returns it.
@discardableResult
func expectCode(
    _ code: PostgresError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> PostgresError? {
    do {
        try await body()
        Issue.record("accepted where \(code) was expected", sourceLocation: sourceLocation)
        return nil
    } catch {
        #expect((error as? PostgresError)?.code == code, "\(error)", sourceLocation: sourceLocation)
        return error as? PostgresError
    }
}
