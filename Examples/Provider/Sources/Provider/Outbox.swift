import Foundation
import GRDB
import PushSealer

/// A sealed push that was accepted and not yet sent, with no plaintext in it.
///
/// Its id is the same at each attempt. Points in time are in UNIX seconds; `due` is the earliest one of the next attempt.
struct OutboxPush: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "push"
    var number: Int64?
    let id: String
    let device: String
    /// The token of a Live Activity; nil for that of the device.
    let token: String?
    let headers: [String: String]
    let body: Data
    let expiration: Double
    var due = 0.0
    var attempts = 0

    init(_ push: SealedPush, id: String, to device: String, token: String?) {
        (self.id, self.device, self.token, body) = (id, device, token, Data(push.body))
        headers = Dictionary(uniqueKeysWithValues: push.headers.fields.map { ($0.name, $0.value) })
        expiration = Double(push.headers.expiration ?? 0)
    }
}

/// The accepted pushes and the device tokens, in SQLite; a change survives a crash and a power cut once its call has returned.
struct Outbox: Sendable {
    private let pool: DatabasePool

    init(path: String) throws {
        pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { database in
            // GRDB sets NORMAL, with which a power cut can undo the latest commits.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS device (id TEXT PRIMARY KEY, token TEXT, registered REAL);
                    CREATE TABLE IF NOT EXISTS push (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT,
                        device TEXT REFERENCES device ON DELETE CASCADE, token TEXT, headers TEXT, body BLOB,
                        expiration REAL, due REAL, attempts INTEGER);
                    CREATE INDEX IF NOT EXISTS pushByDevice ON push (device)
                    """)
        }
    }

    /// Keeps a push; it is refused with `SQLITE_CONSTRAINT` if the device has no token.
    func add(_ push: OutboxPush) async throws { try await pool.write { try push.insert($0) } }

    func remove(_ push: OutboxPush) async throws { _ = try await pool.write { try push.delete($0) } }
    func count() async throws -> Int { try await pool.read { try OutboxPush.fetchCount($0) } }

    /// The oldest push of each device that is not busy, where it is due: a later push of a device waits for the earlier one.
    func due(limit: Int, except busy: Set<String>) async throws -> [OutboxPush] {
        guard busy.count < limit else { return [] }
        let sql = """
            SELECT * FROM push WHERE number IN (SELECT MIN(number) FROM push GROUP BY device) AND due <= ?
            ORDER BY number LIMIT ?
            """
        let arguments: StatementArguments = [Date().timeIntervalSince1970, limit]
        let pushes = try await pool.read { try OutboxPush.fetchAll($0, sql: sql, arguments: arguments) }
        return Array(pushes.filter { !busy.contains($0.device) }.prefix(limit - busy.count))
    }

    func postpone(_ push: OutboxPush, by seconds: Double) async throws {
        var push = push
        push.due = Date().timeIntervalSince1970 + seconds
        push.attempts += 1
        try await pool.write { [push] in try push.update($0) }
    }

    func setToken(_ token: String, of id: String) async throws {
        let sql = "INSERT INTO device VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET (token, registered) = (?2, ?3)"
        try await pool.write { try $0.execute(sql: sql, arguments: [id, token, Date().timeIntervalSince1970]) }
    }

    func token(of id: String) async throws -> String? {
        try await pool.read { try String.fetchOne($0, sql: "SELECT token FROM device WHERE id = ?", arguments: [id]) }
    }

    /// Removes a device and its pushes if its token was registered before a time; returns whether it was.
    func removeDevice(_ id: String, registeredBefore end: Date) async throws -> Bool {
        try await pool.write { database in
            let sql = "DELETE FROM device WHERE id = ? AND registered < ?"
            try database.execute(sql: sql, arguments: [id, end.timeIntervalSince1970])
            return database.changesCount > 0
        }
    }
}
