import KeyManagement
import PostgresKeyStore
import RoundTrip
import Testing

@Suite("A store in PostgreSQL")
struct ContractTests {
    private static let server = Task { try await Server() }

    private var server: Server { get async throws { try await Self.server.value } }

    @Test("it keeps every law of the contract")
    func contract() async throws {
        let server = try await server
        let contract = KeyStoreContract { try await server.store() }
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("a key takes one round trip, and so does a page of changes")
    func roundTrips() async throws {
        let server = try await server
        let proxy = try Proxy(to: server)
        let schema = String.schema()
        let store = try PostgresKeyStore(server.connection(through: proxy), schema: schema, connectionCount: 1)
        try await store.migrate()
        let registry = try DeviceRegistry(store, provider: .generate(name: "bank", role: .provider))
        try await registry.import([("first", newKey())])
        _ = try await store.load("first")

        let before = proxy.trips
        #expect(try await store.load("first") != nil)
        #expect(proxy.trips == before + 1)
        let devices = try (0..<100).map { ("device-\($0)", try newKey()) }
        #expect(try await registry.import(devices + [("first", newKey())]) == 100)
        #expect(proxy.trips == before + 2)
        #expect(try await registry.registrations(limit: 1000).count == 101)
    }

    @Test("calls that wait for the server do not hold up other tasks")
    func threads() async throws {
        let server = try await server
        let proxy = try Proxy(to: server)
        let store = try PostgresKeyStore(
            server.connection(through: proxy), schema: .schema(), connectionCount: 16, timeout: .seconds(600))
        try await store.migrate()
        proxy.hold()
        try await withThrowingTaskGroup { group in
            for _ in 0..<64 { group.addTask { _ = try await store.load("a") } }
            // As many threads as the cooperative pool has would wait here for good.
            for _ in 0..<64 { await Task { await Task.yield() }.value }
            proxy.open()
            try await group.waitForAll()
        }
    }

    @Test("pages of the same ids in other orders are all kept, by one each")
    func pages() async throws {
        let server = try await server
        let schema = String.schema()
        let stores = [try await server.store(schema), try await server.store(schema)]
        let ids = (0..<300).map { "device-\($0)" }
        let counts = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                let registry = try DeviceRegistry(
                    stores[number % 2], provider: .generate(name: "bank", role: .provider))
                let devices = try ids.shuffled().map { ($0, try newKey()) }
                group.addTask { try await registry.import(devices) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == 300)
        #expect(try await stores[0].names(after: nil, limit: .max).map(\.string) == ids.sorted())
    }

    // MARK: - Settings

    @Test("a connection string with a password, or one that is malformed, is refused and not repeated in the error")
    func settings() async throws {
        for string in [
            "postgresql://bank:hunter2@db/bank", "host=db password=hunter2", "host=db sslpassword=hunter2",
            "host=db hunter2", "postgresql://db/bank?hunter2=1",
        ] {
            let error = await expectCode(.invalidSettings) { _ = try PostgresKeyStore(string) }
            #expect(error?.description.contains("hunter2") == false)
        }
        for schema in ["", "A", "a b", "a\"b", String(repeating: "a", count: 64)] {
            await expectCode(.invalidSettings) { _ = try PostgresKeyStore("host=db", schema: schema) }
        }
    }

    // MARK: - Migrations

    @Test("tables that are missing, of a newer version or made by several processes at once")
    func migrations() async throws {
        let server = try await server
        let schema = String.schema()
        let stores = try (0..<8).map { _ in try PostgresKeyStore(server.connection, schema: schema) }
        await expectCode(.notMigrated) { _ = try await stores[0].load("a") }
        try await withThrowingTaskGroup { group in
            for store in stores { group.addTask { try await store.migrate() } }
            try await group.waitForAll()
        }
        try await stores[0].add(.registration("a"))
        try await stores[0].migrate()
        #expect(try await stores[0].load("a") != nil)
        #expect(try await server.sql("SELECT version FROM \(schema).migration") == "1\n")

        try await server.sql("INSERT INTO \(schema).migration VALUES (99)")
        let store = try PostgresKeyStore(server.connection, schema: schema)
        await expectCode(.otherVersion) { _ = try await store.load("a") }
        await expectCode(.otherVersion) { try await store.migrate() }
    }

    @Test("the user of a service reads and writes rows, and can neither migrate nor see another schema")
    func permissions() async throws {
        let server = try await server
        let (own, other) = (String.schema(), String.schema())
        for schema in [own, other] { _ = try await server.store(schema) }
        try await server.sql(
            """
            CREATE ROLE service LOGIN; GRANT USAGE ON SCHEMA \(own) TO service; GRANT SELECT ON \(own).migration TO service;
            GRANT SELECT, INSERT, UPDATE, DELETE ON \(own).keyring TO service
            """)
        let connection = server.connection.replacing("user=postgres", with: "user=service")
        let store = try PostgresKeyStore(connection, schema: own)
        try await store.add(.registration("a"))
        #expect(try await store.remove("a"))
        await expectCode(.refused) { try await store.migrate() }
        await expectCode(.refused) { _ = try await PostgresKeyStore(connection, schema: other).load("a") }
    }
}
