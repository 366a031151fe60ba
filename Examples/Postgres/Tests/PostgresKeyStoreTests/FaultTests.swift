import Foundation
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

    @Test(
        "a disk that is full is an error; nothing is kept, and the store goes on when there is space",
        .enabled(if: Server.smallDisk != nil, "this user may not mount a small disk"))
    func full() async throws {
        let (server, disk) = (try await server, try #require(Server.smallDisk))
        try await server.sql("CREATE TABLESPACE small LOCATION '\(disk)'")
        let store = try PostgresKeyStore(
            server.connection + " options='-c default_tablespace=small'", schema: .schema(), timeout: .seconds(600))
        try await store.migrate()
        let registry = try DeviceRegistry(store, provider: .generate(name: "bank", role: .provider))
        let ballast = "\(disk)/ballast"
        try #require(FileManager.default.createFile(atPath: ballast, contents: Data(count: 1 << 20)))

        // A page is kept as a whole or not at all.
        var pageCount = 0
        func importPage() async throws {
            let devices = try (0..<100).map { ("page-\(pageCount)-\($0)", try newKey()) }
            #expect(try await registry.import(devices) == 100)
            pageCount += 1
        }
        await expectCode(.full) { while true { try await importPage() } }
        // One registration has a place in the pages of the table for some time.
        var names: [UTF8Text] = []
        await expectCode(.full) {
            while true {
                try await store.add(.registration("device-\(names.count)"))
                names.append("device-\(names.count)")
            }
        }
        await expectCode(.full) { while true { try await store.change(named: "page-0-0") { try $0.pin(newKey()) } } }
        names += (0..<pageCount).flatMap { page in (0..<100).map { UTF8Text("page-\(page)-\($0)") } }
        #expect(try await store.names(after: nil, limit: .max) == names.sorted())
        let log = try String(contentsOfFile: "\(server.folder)/log", encoding: .utf8)
        #expect(log.contains("No space left on device"), "\(log.suffix(2000))")

        try FileManager.default.removeItem(atPath: ballast)
        try await importPage()
        try await store.change(named: "page-0-0") { try $0.pin(newKey()) }
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
            for name in ["b", "c"] as [UTF8Text] {
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
