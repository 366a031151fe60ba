import GRDB

/// The tables of a store, and the checks that a file passes before it is used as one.
enum Schema {
    /// The version that this code reads and writes, in SQLite's `user_version`.
    static let version = 2

    /// The mark of a store in its header, SQLite's `application_id`: `SPds`.
    static let applicationID: UInt32 = 0x5350_6473

    /// The statements that make a store, as SQLite keeps their text.
    private static let statements = [
        "CREATE TABLE replay (envelope BLOB PRIMARY KEY, request BLOB, expiry INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE INDEX replayByExpiry ON replay (expiry)",
        """
        CREATE TABLE sequence (stream BLOB PRIMARY KEY, highest INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID
        """,
        "CREATE TABLE badge (id INTEGER PRIMARY KEY CHECK (id = 0), value INTEGER NOT NULL)",
        "CREATE TABLE badgeRequest (request BLOB PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    ]

    /// Checks that a file is a store or empty, before anything is written to it, and returns whether it is empty.
    ///
    /// A store holds the tables of ``statements`` and nothing else, so no view, trigger or generated column runs.
    static func isEmpty(_ database: Database) throws -> Bool {
        let found: Int32 = try database.integer("PRAGMA user_version") ?? 0
        guard found == version || found == 0 else {
            throw DeliveryStoreError(.otherVersion, "the store has version \(found), expected version \(version)")
        }
        let objects = try DatabaseValue.fetchCursor(database, sql: "SELECT sql FROM sqlite_master")
        var missing = Set(found == 0 ? [] : statements.map { Array($0.utf8) })
        while let object = try objects.next() {
            guard case .string(let sql) = object.storage, missing.remove(Array(sql.utf8)) != nil else {
                throw DeliveryStoreError(.corrupt, "the file holds tables that are not a store's")
            }
        }
        guard missing.isEmpty else { throw DeliveryStoreError(.corrupt, "the store lacks a table") }
        if found == 0 { return true }
        try checkStructure(database)
        return false
    }

    /// Checks the whole file, as SQLite recommends for untrusted ones; takes some 5 ms with 10,000 envelopes.
    ///
    /// `integrity_check` recurses once for each level of a tree and overflows the stack at some 3,000 (SQLite 3.40). So each tree is
    /// read first: a cursor refuses more than 20 levels, and a page that several others name again and again reaches the limit of
    /// steps.
    private static func checkStructure(_ database: Database) throws {
        for tree in [
            "replay NOT INDEXED", "replay INDEXED BY replayByExpiry", "sequence NOT INDEXED", "badge", "badgeRequest",
        ] {
            try database.execute(sql: "SELECT SUM(1) FROM \(tree)")
        }
        // The check allocates a bit for each page that the file claims to have.
        guard let pageCount: Int = try database.integer("PRAGMA page_count"), pageCount <= mostPages else {
            throw DeliveryStoreError(.corrupt, "the store claims more than \(mostPages) pages")
        }
        guard try DatabaseValue.fetchAll(database, sql: "PRAGMA integrity_check(1)") == ["ok".databaseValue] else {
            throw DeliveryStoreError(.corrupt, "the store is damaged")
        }
    }

    /// The most pages of a store: 512 MiB with the smallest pages.
    private static let mostPages = 1 << 20

    /// Makes the tables of a new file, unless another process was quicker.
    static func create(_ database: Database) throws {
        guard try isEmpty(database) else { return }
        for statement in statements { try database.execute(sql: statement) }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Deletes the rows that come first in an order until no more than the capacity are there; the one just written stays.
    static func prune(
        _ table: String, key: String, by order: String, to capacity: Int, keeping kept: some DatabaseValueConvertible,
        in database: Database
    ) throws {
        // Not COUNT(*), which is one step of SQLite's, however long it takes.
        let count: Int = try database.integer("SELECT SUM(1) FROM \(table)") ?? 0
        guard count > max(1, capacity) else { return }
        try database.execute(
            sql: """
                DELETE FROM \(table) WHERE \(key) IN
                (SELECT \(key) FROM \(table) WHERE \(key) <> ? ORDER BY \(order) LIMIT ?)
                """,
            arguments: [kept, count - max(1, capacity)])
    }
}
