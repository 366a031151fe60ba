package import GRDB

/// The tables of a store, and the checks that a file passes before it is used as one.
package struct SQLiteSchema: Sendable {
    /// The mark of a store in its header, SQLite's `application_id`.
    package let applicationID: UInt32
    /// The version that this code reads and writes, in SQLite's `user_version`.
    package let version: Int32
    /// The statements that make a store, as SQLite keeps their text.
    package let statements: [String]
    /// A check of a file with these tables.
    package let check: @Sendable (Database) throws -> Void

    package init(
        applicationID: UInt32, version: Int32, statements: [String],
        check: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        self.applicationID = applicationID
        self.version = version
        self.statements = statements
        self.check = check
    }

    /// Checks that a file is a store or empty, before anything is written to it, and returns whether it is empty.
    ///
    /// A store holds the tables of ``statements`` and nothing else, so no view, trigger or generated column runs.
    func isEmpty(_ database: Database) throws -> Bool {
        let mark: UInt32 = try database.integer("PRAGMA application_id") ?? 0
        let found: Int32 = try database.integer("PRAGMA user_version") ?? 0
        guard mark == applicationID || mark == 0 && found == 0 else {
            throw SQLiteFileError(.corrupt, "the file is not a store")
        }
        guard found == version || found == 0 else {
            throw SQLiteFileError(.otherVersion, "the store has version \(found), expected version \(version)")
        }
        let objects = try DatabaseValue.fetchCursor(database, sql: "SELECT sql FROM sqlite_master")
        var missing = Set(found == 0 ? [] : statements.map { Array($0.utf8) })
        while let object = try objects.next() {
            guard case .string(let sql) = object.storage, missing.remove(Array(sql.utf8)) != nil else {
                throw SQLiteFileError(.corrupt, "the file holds tables that are not a store's")
            }
        }
        guard missing.isEmpty else { throw SQLiteFileError(.corrupt, "the store lacks a table") }
        if found == 0 { return true }
        try check(database)
        return false
    }

    /// Makes the tables of a new file, unless another process was quicker.
    func create(_ database: Database) throws {
        guard try isEmpty(database) else { return }
        for statement in statements { try database.execute(sql: statement) }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
