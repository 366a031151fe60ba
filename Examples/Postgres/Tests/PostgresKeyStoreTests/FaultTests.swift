import KeyManagement
import PostgresKeyStore
import Testing

@Suite("Faults of the server and of the way to it")
struct FaultTests {
    private static let server = Task { try await Server() }

    private var server: Server { get async throws { try await Self.server.value } }

    @Test(
        "a change that the server rolls back is made again",
        arguments: ["40001", "40P01"])
    func rolledBack(sqlState: String) async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema)
        try await server.onChange(in: schema, "IF number < 3 THEN RAISE SQLSTATE '\(sqlState)'; END IF;")
        try await store.add(.registration("a"))
        #expect(try await server.sql("SELECT last_value FROM \(schema).changes") == "3\n")
    }

    @Test("a change whose server process ends before it is kept is made again")
    func endedBefore() async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema)
        try await server.onChange(
            in: schema, "IF number = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;")
        try await store.add(.registration("a"))
        #expect(try await store.load("a") != nil)
        #expect(try await server.sql("SELECT last_value FROM \(schema).changes") == "2\n")
    }

    @Test("a disk that is full is an error; nothing was kept, and the store goes on when there is space")
    func full() async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema)
        try await store.add(.registration("a"))
        let before = try await store.load("a")?.version
        try await server.onChange(in: schema, "RAISE SQLSTATE '53100';")
        await expectCode(.full) { try await store.add(.registration("b")) }
        await expectCode(.full) { try await store.change(named: "a") { try $0.pin(newKey()) } }
        #expect(try await store.load("b") == nil)
        #expect(try await store.load("a")?.version == before)
        try await server.sql("DROP TRIGGER on_change ON \(schema).keyring")
        try await store.change(named: "a") { try $0.pin(newKey()) }
    }

    @Test("a server that is stopped is an error, and the same store goes on when it is started")
    func stopped() async throws {
        let server = try await Server()
        let store = try await server.store("stopped", timeout: .seconds(2))
        try await store.add(.registration("a"))
        try await server.stop()
        await expectCode(.unavailable) { _ = try await store.load("a") }
        await expectCode(.unavailable) { try await store.add(.registration("b")) }
        await expectCode(.unavailable) { _ = try await store.remove("a") }
        try await server.start()
        let patient = try await server.store("stopped")
        #expect(try await patient.load("b") == nil)
        #expect(try await store.load("a") != nil)
        try await server.stop("immediate")
    }

    // MARK: - Lost answers

    /// A store behind a proxy, with its connection open and its statements prepared, and one beside it.
    private func stores(timeout: Duration = .seconds(600)) async throws -> (Proxy, PostgresKeyStore, PostgresKeyStore) {
        let (server, schema) = (try await server, String.schema())
        let direct = try await server.store(schema)
        let proxy = try Proxy(to: server)
        let store = try PostgresKeyStore(
            server.connection(through: proxy), schema: schema, connectionCount: 1, timeout: timeout)
        for _ in 0..<2 {
            try await store.add(.registration("a"))
            try await store.remove("a")
        }
        try await store.add(.registration("a"))
        return (proxy, store, direct)
    }

    @Test("a change that was kept and whose answer was lost is found, and not made twice")
    func lostAnswer() async throws {
        let (proxy, store, direct) = try await stores()
        let added = try Keyring.registration("b")
        proxy.cutNextAnswer { _ = try await direct.keyring(named: "b") }
        try await store.add(added)
        let version = try await direct.load("b")?.version
        proxy.cutNextAnswer()
        #expect(try await store.remove("b", version: #require(version)))
        // Reading is repeated.
        proxy.cutNextAnswer()
        #expect(try await store.load("a") != nil)
    }

    @Test("where another change followed the lost answer, the outcome is an error")
    func unknownOutcome() async throws {
        let (proxy, store, direct) = try await stores()
        proxy.cutNextAnswer { try await direct.change(named: "b") { try $0.pin(newKey()) } }
        await expectCode(.unknownOutcome) { try await store.add(.registration("b")) }
        #expect(try await direct.keyring(named: "b").keys.count == 2)
        let version = try await store.load("b")?.version
        proxy.cutNextAnswer { try await direct.add(.registration("b")) }
        await expectCode(.unknownOutcome) { _ = try await store.remove("b", version: #require(version)) }
    }

    @Test("a server that does not answer is an error after the timeout, and the same store goes on when it does")
    func held() async throws {
        let (proxy, store, direct) = try await stores(timeout: .seconds(1))
        proxy.hold()
        await expectCode(.unknownOutcome) { try await store.add(.registration("b")) }
        await expectCode(.unavailable) { _ = try await store.load("a") }
        proxy.open()
        let (held, seen) = (try await direct.load("b"), try await store.load("b"))
        #expect(held?.version == seen?.version)
    }

    @Test("a change that waits for a lock is an error of the server after the timeout")
    func locked() async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema, timeout: .seconds(1))
        try await server.onChange(
            in: schema, "PERFORM pg_advisory_lock(number), pg_advisory_lock(0) FROM pg_sleep(600);")
        let error = await expectCode(.unknownOutcome) { try await store.add(.registration("a")) }
        #expect(error != nil)
        #expect(try await store.load("a") == nil)
    }
}
