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

    @Test(
        "a server that is stopped is an error, and the same store goes on when it is started", .timeLimit(.minutes(30)))
    func stopped() async throws {
        let server = try await Server()
        let store = try await server.store("stopped", timeout: .seconds(5))
        try await server.store("stopped").add(.registration("a"))
        var loaded: StoredKeyring?
        // On a busy machine more than one attempt.
        while loaded == nil { loaded = try? await store.load("a") }
        let version = try #require(loaded).version
        try await server.stop()
        // A connection that the server has closed is dropped before anything is sent, so the outcome is known.
        await withDiscardingTaskGroup { group in
            for name in ["b", "c"] {
                group.addTask { await expectCode(.unavailable) { try await store.add(.registration(name)) } }
            }
            group.addTask { await expectCode(.unavailable) { _ = try await store.remove("a", version: version) } }
        }
        try await server.start()
        while (try? await store.load("a")) == nil {}
        #expect(try await server.store("stopped").names(after: nil, limit: 9) == ["a"])
        try await server.stop("immediate")
    }

    @Test(
        "an error of the server is one of the store, with its code and not with its message",
        arguments: [("57014", .busy), ("55P03", .busy), ("42501", .refused), ("XX001", .failed)]
            as [(String, PostgresError.Code)])
    func codes(sqlState: String, code: PostgresError.Code) async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema)
        try await server.onChange(in: schema, "RAISE 'hunter2' USING ERRCODE = '\(sqlState)';")
        let error = await expectCode(code) { try await store.add(.registration("a")) }
        #expect(error?.reason.contains(sqlState) == true && error?.reason.contains("hunter2") == false)
    }

    @Test("a change that waits for a lock ends after the timeout, and keeps nothing")
    func locked() async throws {
        let (server, schema) = (try await server, String.schema())
        let store = try await server.store(schema, timeout: .seconds(1))
        try await server.onChange(in: schema, "PERFORM pg_sleep(3600);")
        // The server rolls back before the timeout, unless the machine is busy.
        let error = await #expect(throws: PostgresError.self) { try await store.add(.registration("a")) }
        #expect(error?.code == .busy || error?.code == .unknownOutcome)
        #expect(try await server.store(schema).load("a") == nil)
    }

    // MARK: - Lost answers

    /// A store behind a proxy, and one beside it.
    private func stores(timeout: Duration = .seconds(600)) async throws -> (Proxy, PostgresKeyStore, PostgresKeyStore) {
        let (server, schema) = (try await server, String.schema())
        let direct = try await server.store(schema)
        let proxy = try Proxy(to: server)
        return (
            proxy,
            try PostgresKeyStore(
                server.connection(through: proxy), schema: schema, connectionCount: 1, timeout: timeout),
            direct
        )
    }

    /// Opens the connection and prepares its statements, so that the next answer is that of the next call.
    private func prepare(_ store: PostgresKeyStore) async throws {
        try await store.add(.registration("other"))
        try await store.remove("other")
    }

    @Test("a change that was kept and whose answer was lost is found, and not made twice")
    func lostAnswer() async throws {
        let (proxy, store, direct) = try await stores()
        try await prepare(store)
        proxy.cutNextAnswer { _ = try await direct.keyring(named: "a") }
        try await store.add(.registration("a"))
        let added = try #require(try await direct.load("a"))
        try await prepare(store)
        proxy.cutNextAnswer(after: 1) {
            let version = try await direct.load("a")?.version
            #expect(version != added.version)
        }
        try await store.change(named: "a") { try $0.pin(newKey()) }
        let changed = try #require(try await direct.load("a"))
        #expect(try Keyring(changed.text, name: "a").keys.count == 2)
        try await prepare(store)
        proxy.cutNextAnswer {
            await #expect(throws: KeyError.self) { _ = try await direct.keyring(named: "a") }
        }
        #expect(try await store.remove("a", version: changed.version))
        // Reading is repeated.
        try await prepare(store)
        proxy.cutNextAnswer()
        #expect(try await store.load("a") == nil)
    }

    @Test("where another change followed the lost answer, the outcome is an error")
    func unknownOutcome() async throws {
        let (proxy, store, direct) = try await stores()
        try await prepare(store)
        proxy.cutNextAnswer { try await direct.change(named: "a") { try $0.pin(newKey()) } }
        await expectCode(.unknownOutcome) { try await store.add(.registration("a")) }
        #expect(try await direct.keyring(named: "a").keys.count == 2)
        let version = try #require(try await store.load("a")).version
        try await prepare(store)
        proxy.cutNextAnswer { try await direct.add(.registration("a")) }
        await expectCode(.unknownOutcome) { _ = try await store.remove("a", version: version) }
    }

    @Test(
        "a server that does not answer is an error after the timeout, and the same store goes on when it does",
        .timeLimit(.minutes(30)))
    func held() async throws {
        let (proxy, store, direct) = try await stores(timeout: .seconds(5))
        // On a busy machine more than one attempt.
        while (try? await prepare(store)) == nil { _ = try await direct.remove("other") }
        proxy.hold()
        await expectCode(.unknownOutcome) { try await store.add(.registration("a")) }
        await expectCode(.unavailable) { _ = try await store.load("a") }
        #expect(try await direct.load("a") != nil)
        proxy.open()
        while (try? await store.load("a")) == nil {}
    }
}
