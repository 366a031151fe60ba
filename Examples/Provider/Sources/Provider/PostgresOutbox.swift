import Foundation
import Logging
import PostgresKeyStore
import Synchronization

/// The accepted pushes and the device tokens in PostgreSQL, for any number of processes.
///
/// The row of a device has the number of its latest push, `accepted`, and of the latest one that was sent or dropped, `settled`; the pushes
/// between them wait. Each change compares and replaces that row, so pushes have consecutive numbers and keep their order. A process
/// takes the push after `settled` by a lease of the row, until `due`; it is taken again when the lease ends, also after the process was killed.
final class PostgresOutbox: Outbox {
    let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let database: PostgresDatabase
    private let process = UUID().uuidString
    private let leaseSeconds: Int
    private let logger: Logger
    private let takenCount = Mutex(0)

    init(_ connectionString: String, leaseSeconds: Int, logger: Logger) throws {
        (self.leaseSeconds, self.logger) = (leaseSeconds, logger)
        let tables = [
            """
            CREATE TABLE provider.device (
                id bytea PRIMARY KEY, token text UNIQUE, start_token text, registered timestamptz NOT NULL,
                accepted bigint NOT NULL DEFAULT 0, latest text, settled bigint NOT NULL DEFAULT 0,
                due timestamptz, process text, attempts bigint NOT NULL DEFAULT 0)
            """,
            "CREATE INDEX device_due ON provider.device (due) WHERE due IS NOT NULL",
            """
            CREATE TABLE provider.push (
                device bytea, number bigint, accepted timestamptz NOT NULL DEFAULT now(), content text NOT NULL,
                PRIMARY KEY (device, number))
            """,
        ]
        database = try PostgresDatabase(connectionString, schema: "provider", migrations: [tables])
    }

    func migrate() async throws { try await database.migrate() }

    func next(for id: String) async throws -> (sequence: Int64, startToken: String?)? {
        let sql = """
            SELECT (accepted + 1)::text, start_token FROM provider.device WHERE id = $1::bytea AND token IS NOT NULL
            """
        guard let row = try await database.run(sql, id).first, let sequence = Int64(row[0]) else { return nil }
        return (sequence, row[1].isEmpty ? nil : row[1])
    }

    func add(_ push: OutboxPush, sequence: Int64) async throws -> Bool {
        var push = push
        push.number = sequence
        // The second SELECT finds the push that an attempt before has kept.
        let sql = """
            WITH device AS (
                UPDATE provider.device SET accepted = accepted + 1, latest = $3::text, due = coalesce(due, now())
                WHERE id = $1::bytea AND accepted + 1 = $2::text::bigint AND token IS NOT NULL RETURNING id, accepted
            ), added AS (
                INSERT INTO provider.push (device, number, content)
                SELECT id, accepted, $4::text FROM device RETURNING number
            )
            SELECT number::text FROM added UNION ALL SELECT accepted::text FROM provider.device
            WHERE id = $1::bytea AND accepted = $2::text::bigint AND latest = $3::text
            """
        let content = String(decoding: try JSONEncoder().encode(push), as: UTF8.self)
        defer { changed.yield() }
        let id = push.headers["apns-id"] ?? ""
        return try await !database.run(sql, push.device, "\(sequence)", id, content, isComparison: true).isEmpty
    }

    func take(atMost limit: Int) async throws -> [OutboxPush] {
        let free = takenCount.withLock { limit - $0 }
        guard free > 0 else { return [] }
        let lease = """
            WITH due AS (
                SELECT id FROM provider.device WHERE due <= now() ORDER BY due LIMIT $1::text::bigint
                FOR UPDATE SKIP LOCKED
            )
            UPDATE provider.device SET process = $2::text, due = now() + $3::text::interval
            FROM due WHERE device.id = due.id RETURNING encode(device.id, 'hex')
            """
        // A statement of its own sees pushes that were added while the first one ran.
        let read = """
            SELECT content, attempts::text FROM unnest(string_to_array($1::text, ' ')) AS hex
            JOIN provider.device ON id = decode(hex, 'hex') JOIN provider.push ON device = id AND number = settled + 1
            WHERE process = $2::text
            """
        return try await ifAvailable {
            let leased = try await database.run(lease, "\(free)", process, "\(leaseSeconds) s").map { $0[0] }
            guard !leased.isEmpty else { return [] }
            let pushes = try await database.run(read, leased.joined(separator: " "), process).map { row in
                var push = try JSONDecoder().decode(OutboxPush.self, from: Data(row[0].utf8))
                push.attempts = Int(row[1]) ?? 0
                return push
            }
            takenCount.withLock { $0 += pushes.count }
            return pushes
        } ?? []
    }

    func settle(_ push: OutboxPush, retryIn seconds: Double?) async throws {
        // A process whose lease has ended changes nothing if another one has taken the push.
        let sql = """
            WITH settled AS (
                UPDATE provider.device SET
                    settled = CASE WHEN $4::text = '' THEN $2::text::bigint ELSE settled END,
                    attempts = CASE WHEN $4::text = '' THEN 0 ELSE attempts + 1 END,
                    due = coalesce(now() + nullif($4::text, '')::interval,
                        CASE WHEN accepted > $2::text::bigint THEN now() END), process = NULL
                WHERE id = $1::bytea AND settled + 1 = $2::text::bigint AND process = $3::text RETURNING settled
            )
            DELETE FROM provider.push USING settled WHERE device = $1::bytea AND number = settled.settled
            """
        let left = max(0, push.expiration - Date().timeIntervalSince1970)
        let retry = seconds.map { "\(Int(min($0, left) * 1000)) ms" }
        takenCount.withLock { $0 -= 1 }
        _ = try await ifAvailable {
            try await database.run(sql, push.device, "\(push.number ?? 0)", process, retry ?? "")
        }
        changed.yield()
    }

    func waiting() async throws -> (count: Int, oldestAge: Int) {
        let sql = """
            SELECT count(*)::text, coalesce(extract(epoch FROM now() - min(accepted)), 0)::bigint::text
            FROM provider.push
            """
        let row = try await database.run(sql)[0]
        return (Int(row[0]) ?? 0, Int(row[1]) ?? 0)
    }

    func setToken(_ token: String, start: String?, of id: String) async throws {
        // The count makes the other device lose the token first.
        let sql = """
            WITH other AS (
                UPDATE provider.device SET token = NULL WHERE token = $2::text AND id <> $1::bytea RETURNING id
            )
            INSERT INTO provider.device (id, token, start_token, registered)
            SELECT $1::bytea, $2::text, nullif($3::text, ''), now() FROM (SELECT count(*) FROM other) AS others
            ON CONFLICT (id) DO UPDATE SET
                token = excluded.token, start_token = excluded.start_token, registered = excluded.registered
            """
        _ = try await database.run(sql, id, token, start ?? "")
    }

    func token(of id: String) async throws -> String? {
        let sql = "SELECT token FROM provider.device WHERE id = $1::bytea AND token IS NOT NULL"
        return try await database.run(sql, id).first?[0]
    }

    func removeToken(of id: String, _ token: String?, endedAt end: Date) async throws -> Bool {
        let sql = """
            WITH former AS (
                SELECT id, token = coalesce(nullif($2::text, ''), token) AND registered < to_timestamp($3::text::float8) AS ends,
                    start_token = coalesce(nullif($2::text, ''), start_token) AS start_ends
                FROM provider.device WHERE id = $1::bytea FOR UPDATE
            )
            UPDATE provider.device SET token = CASE WHEN ends THEN NULL ELSE token END,
                start_token = CASE WHEN start_ends THEN NULL ELSE start_token END
            FROM former WHERE device.id = former.id AND (ends OR start_ends) RETURNING coalesce(ends, false)::text
            """
        return try await database.run(sql, id, token ?? "", "\(end.timeIntervalSince1970)").first?[0] == "true"
    }

    /// Runs work on pushes that a lease protects: if the server cannot do it, it ends for now, and the lease ends later.
    private func ifAvailable<Result>(_ work: () async throws -> Result) async throws -> Result? {
        do {
            return try await work()
        } catch let error as PostgresError where [.unavailable, .busy, .full, .unknownOutcome].contains(error.code) {
            logger.warning("the database cannot do this now", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
