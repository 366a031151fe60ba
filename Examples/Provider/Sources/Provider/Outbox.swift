import Foundation
import GRDB
import PushSealer
import Synchronization

/// A sealed push that was accepted and not yet sent; its points in time are in UNIX seconds.
struct OutboxPush: Codable, Sendable, FetchableRecord, PersistableRecord {
    var number: Int64?
    let device: String
    let activity: String?  // The push token of a Live Activity, in place of the device token.
    let headers: [String: String]
    let body: Data
    let accepted, expiration: Double
    var due: Double?  // The earliest time of the next attempt; nil while an earlier push of the device waits.
    var attempts = 0

    init(_ push: SealedPush, to device: String, activity: String?) {
        (self.device, self.activity, body, accepted) = (device, activity, Data(push.body), Date().timeIntervalSince1970)
        headers = Dictionary(uniqueKeysWithValues: push.headers.fields.map { ($0.name, $0.value) })
        expiration = push.headers.expiration.map { Double($0) } ?? .infinity
    }
}

/// The accepted pushes and the device tokens, in an SQLite file of one process; a change that has returned survives a power cut.
final class Outbox: Sendable {
    /// An element after each change with which a push may be due.
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
            CREATE TABLE IF NOT EXISTS outboxPush (number INTEGER PRIMARY KEY AUTOINCREMENT, device TEXT, activity TEXT,
                headers TEXT, body BLOB, accepted REAL, expiration REAL, due REAL, attempts INTEGER);
            CREATE INDEX IF NOT EXISTS pushByDevice ON outboxPush (device);
            CREATE INDEX IF NOT EXISTS pushByDue ON outboxPush (due) WHERE due IS NOT NULL;
            CREATE TABLE IF NOT EXISTS result (name TEXT, reason TEXT, count INTEGER, PRIMARY KEY (name, reason))
            """
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Keeps a push, or returns false if the device has no token.
    func add(_ push: OutboxPush) async throws -> Bool {
        defer { changed.yield() }
        return try await queue.write { database in
            let token = "SELECT token FROM device WHERE id = ?"
            guard try String.fetchOne(database, sql: token, arguments: [push.device]) != nil else { return false }
            var push = push
            push.due = try OutboxPush.filter(Column("device") == push.device).isEmpty(database) ? push.accepted : nil
            try push.insert(database)
            return true
        }
    }

    /// The pushes that are due, one of each device, without those that are being sent, which these are until they are settled.
    func take(atMost limit: Int) async throws -> [OutboxPush] {
        let taken = busy.withLock { $0 }
        let isDue = Column("due") <= Date().timeIntervalSince1970 && !taken.contains(Column("number"))
        let request = OutboxPush.filter(isDue).order(Column("due")).limit(limit - taken.count)
        let pushes = try await queue.read { try request.fetchAll($0) }
        busy.withLock { $0.formUnion(pushes.compactMap(\.number)) }
        return pushes
    }

    /// Counts the result of a taken push, and postpones it, or removes it, after which the device's next one is due.
    func settle(_ push: OutboxPush, _ result: String, reason: String, retryIn seconds: Double?) async throws {
        let later = "UPDATE outboxPush SET due = ?, attempts = attempts + 1 WHERE number = ?"
        let next = "UPDATE outboxPush SET due = ? WHERE number = (SELECT MIN(number) FROM outboxPush WHERE device = ?)"
        let now = Date().timeIntervalSince1970
        try await queue.write { database in
            try database.execute(sql: Self.total, arguments: [result, reason])
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

    private static let total = "INSERT INTO result VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1"

    /// Counts a key report by the action that the device was told.
    func count(report action: String) async throws {
        try await queue.write { try $0.execute(sql: Self.total, arguments: ["report", action]) }
    }

    /// The pushes that wait, the results of all attempts, and the key reports, in the text format of Prometheus.
    func metrics() async throws -> String {
        let sql = """
            SELECT '# TYPE provider_outbox_pushes gauge'
            UNION ALL SELECT 'provider_outbox_pushes ' || COUNT(*) FROM outboxPush
            UNION ALL SELECT '# TYPE provider_outbox_oldest_age_seconds gauge'
            UNION ALL SELECT 'provider_outbox_oldest_age_seconds ' ||
                IFNULL(strftime('%s') - (SELECT accepted FROM outboxPush ORDER BY number LIMIT 1), 0)
            UNION ALL SELECT '# TYPE provider_pushes_total counter'
            UNION ALL SELECT format('provider_pushes_total{result="%s",reason="%s"} %d', name, reason, count)
                FROM result WHERE name <> 'report'
            UNION ALL SELECT '# TYPE provider_key_reports_total counter'
            UNION ALL SELECT format('provider_key_reports_total{action="%s"} %d', reason, count)
                FROM result WHERE name = 'report'
            """
        return try await queue.read { try String.fetchAll($0, sql: sql) }.joined(separator: "\n") + "\n"
    }

    /// Sets the tokens of a device; another device with this token, an earlier installation, loses it.
    func setToken(_ token: String, start: String?, of id: String) async throws {
        let sql = "INSERT OR REPLACE INTO device VALUES (?, ?, ?)"
        try await queue.write { database in
            try database.execute(sql: sql, arguments: [id, token, Date().timeIntervalSince1970])
            try database.execute(sql: "INSERT OR REPLACE INTO startToken VALUES (?, ?)", arguments: [id, start])
        }
    }

    /// The push-to-start token of a device's Live Activities.
    func startToken(of id: String) async throws -> String? {
        let sql = "SELECT token FROM startToken WHERE id = ?"
        return try await queue.read { try String.fetchOne($0, sql: sql, arguments: [id]) }
    }

    func token(of id: String) async throws -> String? {
        try await queue.read { try String.fetchOne($0, sql: "SELECT token FROM device WHERE id = ?", arguments: [id]) }
    }

    /// Removes the token of a device if it is this one and was registered before its end; returns whether it was.
    func removeToken(of id: String, _ token: String? = nil, endedAt end: Date = .distantFuture) async throws -> Bool {
        let sql = "DELETE FROM device WHERE id = ?1 AND token = IFNULL(?2, token) AND registered < ?3 RETURNING id"
        let arguments: StatementArguments = [id, token, end.timeIntervalSince1970]
        return try await queue.write { database in
            let ended = "DELETE FROM startToken WHERE id = ?1 AND token = IFNULL(?2, token)"
            try database.execute(sql: ended, arguments: [id, token])
            return try String.fetchOne(database, sql: sql, arguments: arguments) != nil
        }
    }
}
