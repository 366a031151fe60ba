/// The tables of one schema, over a pool of connections.
///
/// It is for a service that keeps more than registrations, such as the outbox of `Examples/Provider`.
public final class PostgresDatabase: Sendable {
    private let pool: ConnectionPool
    private let schema: Schema

    /// Makes a pool, which connects when it is first used; the connection string and the timeout are those of ``PostgresKeyStore``.
    ///
    /// The migrations are the statements of each version of the tables. One that was released never changes, and new ones follow it.
    ///
    /// - Throws: ``PostgresError`` with `invalidSettings`.
    public init(
        _ connectionString: String, schema: String, migrations: [[String]], connectionCount: Int = 4,
        timeout: Duration = .seconds(10)
    ) throws {
        let settings = try Settings(connectionString, schema: schema, timeout: timeout)
        pool = ConnectionPool(settings, connectionCount: connectionCount)
        self.schema = Schema(name: "\"\(schema)\"", migrations: migrations)
    }

    /// Makes the schema and its tables, or changes them to this version, as a user who may create a schema.
    ///
    /// - Throws: ``PostgresError`` with `otherVersion` for tables of a newer version, and as `run` does.
    public func migrate() async throws {
        let schema = schema
        try await pool.run { connection, deadline, _ in try schema.migrate(connection, by: deadline) }
    }

    /// Runs one prepared statement and returns the text of its columns, empty for null.
    ///
    /// The type of a parameter in the statement is `text`, or `bytea` for the bytes of its UTF-8. It runs again if the connection ends or the
    /// server rolls back, so running it twice must change no more than running it once. If it compares and changes, it returns a row
    /// if it has made the change, now or before, and `unknownOutcome` is thrown where no row shows what an earlier attempt has done.
    ///
    /// - Throws: ``PostgresError``.
    public func run(
        _ statement: String, _ parameters: String..., isComparison: Bool = false
    ) async throws -> [[String]] {
        let parameters = parameters.map { Array($0.utf8) }
        return try await run(isChange: isComparison) { connection, deadline, mayBeKept in
            let rows = try connection.run(statement, parameters, by: deadline)
            guard !mayBeKept || rows.count > 0 else { throw Failure.overtaken }
            return (0..<rows.count).map { row in (0..<rows.columnCount).map { rows.string(row, $0) } }
        }
    }

    /// Runs work on tables of this version.
    func run<Result: Sendable>(
        isChange: Bool = false,
        _ work: @escaping @Sendable (Connection, ContinuousClock.Instant, _ mayBeKept: Bool) throws -> Result
    ) async throws -> Result {
        let schema = schema
        return try await pool.run(isChange: isChange) { connection, deadline, mayBeKept in
            try schema.check(connection, by: deadline)
            return try work(connection, deadline, mayBeKept)
        }
    }
}
