import Foundation
import GRDB
import Synchronization

/// The accepted pushes and the device tokens, in an SQLite file of one process; a change that has returned survives a power cut.
final class SQLiteOutbox: Outbox {
    let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let queue: DatabaseQueue
    private let busy = Mutex<Set<Int64>>([])  // The numbers of the pushes that are being sent.

    init(path: String) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // GRDB sets synchronous to NORMAL, with which a power cut can undo the latest commits.
        let sql = """
            PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS device (id TEXT PRIMARY KEY, token TEXT UNIQUE, registered REAL);
            CREATE TABLE IF NOT EXISTS startToken (id TEXT PRIMARY KEY, token TEXT);
            CREATE TABLE IF NOT EXISTS sequence (id TEXT PRIMARY KEY, accepted INTEGER);
            CREATE TABLE IF NOT EXISTS outboxPush (number INTEGER PRIMARY KEY AUTOINCREMENT, device TEXT, activity TEXT,
                headers TEXT, body BLOB, accepted REAL, expiration REAL, due REAL, attempts INTEGER);
            CREATE INDEX IF NOT EXISTS pushByDevice ON outboxPush (device);
            CREATE INDEX IF NOT EXISTS pushByDue ON outboxPush (due) WHERE due IS NOT NULL
            """
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    func next(for id: String) async throws -> (sequence: Int64, startToken: String?)? {
        let sql = """
            SELECT IFNULL(accepted, 0) + 1, startToken.token FROM device LEFT JOIN sequence USING (id)
            LEFT JOIN startToken USING (id) WHERE id = ?
            """
        return try await queue.read { database in
            try Row.fetchOne(database, sql: sql, arguments: [id]).map { ($0[0], $0[1]) }
        }
    }

    func add(_ push: OutboxPush, sequence: Int64) async throws -> Bool {
        defer { changed.yield() }
        return try await queue.write { database in
            let number = """
                INSERT INTO sequence SELECT id, ?2 FROM device LEFT JOIN sequence USING (id)
                WHERE id = ?1 AND IFNULL(accepted, 0) + 1 = ?2
                ON CONFLICT DO UPDATE SET accepted = excluded.accepted
                """
            try database.execute(sql: number, arguments: [push.device, sequence])
            guard database.changesCount == 1 else { return false }
            var push = push
            push.due = try OutboxPush.filter(Column("device") == push.device).isEmpty(database) ? push.accepted : nil
            try push.insert(database)
            return true
        }
    }

    func take(atMost limit: Int) async throws -> [OutboxPush] {
        let taken = busy.withLock { $0 }
        let isDue = Column("due") <= Date().timeIntervalSince1970 && !taken.contains(Column("number"))
        let request = OutboxPush.filter(isDue).order(Column("due")).limit(limit - taken.count)
        let pushes = try await queue.read { try request.fetchAll($0) }
        busy.withLock { $0.formUnion(pushes.compactMap(\.number)) }
        return pushes
    }

    func settle(_ push: OutboxPush, retryIn seconds: Double?) async throws {
        let later = "UPDATE outboxPush SET due = ?, attempts = attempts + 1 WHERE number = ?"
        let next = "UPDATE outboxPush SET due = ? WHERE number = (SELECT MIN(number) FROM outboxPush WHERE device = ?)"
        let now = Date().timeIntervalSince1970
        try await queue.write { database in
            if let seconds {
                try database.execute(sql: later, arguments: [min(now + seconds, push.expiration), push.number])
            } else {
                try push.delete(database)
                try database.execute(sql: next, arguments: [now, push.device])
            }
        }
        busy.withLock { $0 = $0.filter { $0 != push.number } }
        changed.yield()
    }

    func waiting() async throws -> (count: Int, oldestAge: Int) {
        let sql = """
            SELECT COUNT(*), CAST(strftime('%s') - IFNULL(MIN(accepted), strftime('%s')) AS INTEGER) FROM outboxPush
            """
        return try await queue.read { database in
            try Row.fetchOne(database, sql: sql).map { ($0[0], $0[1]) } ?? (0, 0)
        }
    }

    func setToken(_ token: String, start: String?, of id: String) async throws {
        let sql = "INSERT OR REPLACE INTO device VALUES (?, ?, ?)"
        try await queue.write { database in
            try database.execute(sql: sql, arguments: [id, token, Date().timeIntervalSince1970])
            try database.execute(sql: "INSERT OR REPLACE INTO startToken VALUES (?, ?)", arguments: [id, start])
        }
    }

    func token(of id: String) async throws -> String? {
        try await queue.read { try String.fetchOne($0, sql: "SELECT token FROM device WHERE id = ?", arguments: [id]) }
    }

    func removeToken(of id: String, _ token: String?, endedAt end: Date) async throws -> Bool {
        let sql = "DELETE FROM device WHERE id = ?1 AND token = IFNULL(?2, token) AND registered < ?3 RETURNING id"
        let arguments: StatementArguments = [id, token, end.timeIntervalSince1970]
        return try await queue.write { database in
            let ended = "DELETE FROM startToken WHERE id = ?1 AND token = IFNULL(?2, token)"
            try database.execute(sql: ended, arguments: [id, token])
            return try String.fetchOne(database, sql: sql, arguments: arguments) != nil
        }
    }
}
