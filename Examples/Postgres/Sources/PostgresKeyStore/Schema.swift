/// The tables, and the steps that make them.
struct Schema: Sendable {
    /// The quoted name.
    let name: String
    /// The statements of each version.
    let migrations: [[String]]

    /// Makes the tables, or the changes that they lack, in one transaction; two processes do it one after the other.
    func migrate(_ connection: Connection, by deadline: ContinuousClock.Instant) throws(Failure) {
        try connection.run("BEGIN", by: deadline)
        try connection.run("SELECT pg_advisory_xact_lock(hashtextextended('sealedpush \(name)', 0))", by: deadline)
        try connection.run("CREATE SCHEMA IF NOT EXISTS \(name)", by: deadline)
        try connection.run("CREATE TABLE IF NOT EXISTS \(name).migration (version bigint PRIMARY KEY)", by: deadline)
        let version = try version(connection, by: deadline)
        for (number, statements) in zip(1..., migrations).dropFirst(version) {
            for statement in statements { try connection.run(statement, by: deadline) }
            try connection.run("INSERT INTO \(name).migration VALUES (\(number))", by: deadline)
        }
        try connection.run("COMMIT", by: deadline)
    }

    /// Refuses tables of another version, once for each connection.
    func check(_ connection: Connection, by deadline: ContinuousClock.Instant) throws(Failure) {
        guard !connection.isChecked else { return }
        let version = try version(connection, by: deadline)
        guard version >= migrations.count else { throw Failure(.notMigrated, "the tables are older; call migrate()") }
        connection.isChecked = true
    }

    private func version(_ connection: Connection, by deadline: ContinuousClock.Instant) throws(Failure) -> Int {
        let rows = try connection.run("SELECT coalesce(max(version), 0) FROM \(name).migration", by: deadline)
        let version = rows.number(0, 0)
        guard version <= migrations.count else {
            throw Failure(.otherVersion, "the tables have version \(version), newer than \(migrations.count)")
        }
        return version
    }
}
