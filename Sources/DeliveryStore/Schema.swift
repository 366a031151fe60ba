import GRDB

/// The tables of a store.
enum Schema {
    /// The version that this code reads and writes, in SQLite's `user_version`.
    static let version = 1

    /// Makes the tables of a new file.
    ///
    /// - Throws: `DeliveryStoreError` with `otherVersion` for the file of a later version.
    static func prepare(_ database: Database) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw DeliveryStoreError(.otherVersion, "the store is of version \(found), this code knows \(version)")
        }
        guard found == 0 else { return }
        try database.execute(
            sql: """
                CREATE TABLE replay (envelope BLOB PRIMARY KEY, request TEXT, expiry INTEGER NOT NULL) WITHOUT ROWID;
                CREATE INDEX replayByExpiry ON replay (expiry);
                CREATE TABLE sequence (stream BLOB PRIMARY KEY, highest INTEGER NOT NULL, arrived INTEGER NOT NULL,
                    gap INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE badge (id INTEGER PRIMARY KEY CHECK (id = 0), value INTEGER NOT NULL);
                CREATE TABLE badgeRequest (request TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
                PRAGMA user_version = \(version);
                """)
    }

    /// Deletes the rows that come first in an order until no more than the capacity are there; the one just written stays.
    static func prune(
        _ table: String,
        key: String,
        by order: String,
        to capacity: Int,
        keeping kept: some DatabaseValueConvertible,
        in database: Database
    ) throws {
        let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
        guard count > max(1, capacity) else { return }
        try database.execute(
            sql: """
                DELETE FROM \(table) WHERE \(key) IN
                (SELECT \(key) FROM \(table) WHERE \(key) <> ? ORDER BY \(order) LIMIT ?)
                """,
            arguments: [kept, count - max(1, capacity)])
    }
}
