import GRDB
import SQLiteFile

/// The tables of a delivery store.
enum Schema {
    /// The tables; the mark is `SPds`.
    static let tables = SQLiteSchema(
        applicationID: 0x5350_6473, version: 3,
        statements: [
            "CREATE TABLE replay (envelope BLOB PRIMARY KEY, request BLOB, expiry INTEGER NOT NULL) WITHOUT ROWID",
            "CREATE INDEX replayByExpiry ON replay (expiry)",
            "CREATE TABLE sealing (id INTEGER PRIMARY KEY CHECK (id = 0), newest INTEGER NOT NULL)",
            """
            CREATE TABLE sequence (stream BLOB PRIMARY KEY, highest INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID
            """,
            "CREATE TABLE badge (id INTEGER PRIMARY KEY CHECK (id = 0), value INTEGER NOT NULL)",
            "CREATE TABLE badgeRequest (request BLOB PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
        ],
        check: checkStructure)

    /// Checks the whole file, as SQLite recommends for untrusted ones; takes some 5 ms for each 10,000 envelopes.
    ///
    /// `integrity_check` recurses once for each level of a tree and overflows the stack at some 3,000 (SQLite 3.40). So each tree is
    /// read first: a cursor refuses more than 20 levels, and a page that several others name again and again reaches the limit of
    /// steps.
    private static func checkStructure(_ database: Database) throws {
        for tree in [
            "replay NOT INDEXED", "replay INDEXED BY replayByExpiry", "sealing", "sequence NOT INDEXED", "badge",
            "badgeRequest",
        ] {
            try database.execute(sql: "SELECT SUM(1) FROM \(tree)")
        }
        // The check allocates a bit for each page that the file claims to have.
        guard let pageCount: Int = try database.integer("PRAGMA page_count"), pageCount <= mostPages else {
            throw SQLiteFileError(.corrupt, "the store claims more than \(mostPages) pages")
        }
        guard try DatabaseValue.fetchAll(database, sql: "PRAGMA integrity_check(1)") == ["ok".databaseValue] else {
            throw SQLiteFileError(.corrupt, "the store is damaged")
        }
    }

    /// The most pages of a store: 512 MiB with the smallest pages.
    private static let mostPages = 1 << 20

    /// Deletes the rows that come first in an order until no more than the capacity are there, and returns whether there were more;
    /// the one just written stays.
    @discardableResult
    static func prune(
        _ table: String, key: String, by order: String, to capacity: Int, keeping kept: some DatabaseValueConvertible,
        in database: Database
    ) throws -> Bool {
        // Not COUNT(*), which is one step of SQLite's, however long it takes.
        let count: Int = try database.integer("SELECT SUM(1) FROM \(table)") ?? 0
        guard count > max(1, capacity) else { return false }
        try database.execute(
            sql: """
                DELETE FROM \(table) WHERE \(key) IN
                (SELECT \(key) FROM \(table) WHERE \(key) <> ? ORDER BY \(order) LIMIT ?)
                """,
            arguments: [kept, count - max(1, capacity)])
        return true
    }
}
