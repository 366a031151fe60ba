import Foundation
import GRDB
public import KeyManagement
import SQLiteFile

/// Keyrings of devices' public keys and chains in an SQLite file: the registrations of up to millions of devices.
///
/// Several processes of a machine may use one file; a network file system has no locks for that. Reading does not wait. A change
/// waits for another one, and is kept for good when its call returns, also on a power cut. It is for registrations, whose chains are
/// secrets: keep the file and its backups apart from the provider's key. A keyring with keys of its own that no passphrase protects is
/// refused.
///
/// The file is the operator's own: mode 0600, beside it SQLite's `-wal` and `-shm`, in a folder that nobody else can write to. It is
/// not checked as a whole when it is opened,
/// which takes seconds for a million devices. Each text and each key is checked when it is read, so damage is an error of the
/// registration that it hit.
public final class SQLiteKeyStore: KeyStore {
    private let pool: DatabasePool

    /// The tables, with the mark `SPkr`; the key of a row grows, so that rows follow each other and pages are full.
    private static let schema = SQLiteSchema(
        applicationID: 0x5350_6b72, version: 1,
        statements: [
            "CREATE TABLE keyring (id INTEGER PRIMARY KEY, name BLOB NOT NULL, publicKey BLOB, text BLOB NOT NULL)",
            "CREATE UNIQUE INDEX keyringByName ON keyring (name)",
            "CREATE INDEX keyringByPublicKey ON keyring (publicKey)",
        ])

    /// Opens a file, or makes it with mode 0600 if it does not exist.
    ///
    /// The timeout is the longest wait for another process, 3600 seconds at most. SQLite itself may add 10 seconds while another
    /// process recovers the file.
    ///
    /// - Throws: `KeyError` with `malformed` for a file of another kind or version, `notRegularFile`, `busy` or
    ///   `inputOutput`; with `insecureFolder` or `insecurePermissions` where another user can write to the folder or the file.
    public init(path: String, busyTimeout: Duration = .seconds(10)) throws {
        let seconds = min(max(busyTimeout, .zero), .seconds(3600)) / .seconds(1)
        // The largest keyring, and statements of less than a second: a page of names takes some steps for each.
        let bounds = SQLiteFile.Bounds(
            byteCount: .max, valueByteCount: KeySetReader.maximumByteCount, stepCount: 50_000_000, cacheKibibytes: 4096,
            busyTimeout: seconds)
        pool = try Self.withKeyErrors {
            try SQLiteFile(path, schema: Self.schema, bounds: bounds).openPool()
        }
    }

    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// - Throws: `KeyError` with `busy`, `malformed` for a damaged file, or `inputOutput`.
    public func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        try await read { database in
            try DatabaseValue.fetchAll(
                database, sql: "SELECT name FROM keyring WHERE name > IFNULL(?, x'') ORDER BY name LIMIT ?",
                arguments: [name.map { Data($0.string.utf8) }, max(0, limit)]
            ).map { UTF8Text(String(decoding: try $0.bytes(), as: UTF8.self)) }
        }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    ///
    /// - Throws: `KeyError` as ``names(after:limit:)`` does.
    public func load(_ name: UTF8Text) async throws -> StoredKeyring? {
        try await read { database in
            try Self.text(of: name, in: database).map { StoredKeyring(text: $0, version: $0.version) }
        }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    ///
    /// - Throws: `KeyError` with `unexpectedSecret` for unprotected secrets, `duplicate` for a device's key that another keyring has in
    ///   use, and as ``names(after:limit:)`` does.
    public func save(_ change: KeyringChange) async throws -> Bool {
        try await save([change]) == [true]
    }

    /// Keeps changes of different keyrings in one transaction; when it throws, none is kept.
    ///
    /// - Throws: `KeyError` as ``save(_:)`` does.
    public func save(_ changes: [KeyringChange]) async throws -> [Bool] {
        for change in changes where change.keyring.isSecret && !change.keyring.isProtected {
            throw KeyError(.unexpectedSecret, "a database keeps no unprotected secrets; keep them in a KeyDirectory")
        }
        return try await write { database in try changes.map { try Self.keep($0, in: database) } }
    }

    /// Removes a keyring if it still has a version.
    ///
    /// - Throws: `KeyError` as ``names(after:limit:)`` does.
    public func remove(_ name: UTF8Text, version: String) async throws -> Bool {
        try await write { database in
            guard try Self.text(of: name, in: database)?.version == version else { return false }
            let statement = try database.cachedStatement(sql: "DELETE FROM keyring WHERE name = ?")
            try statement.execute(arguments: [Data(name.string.utf8)])
            return true
        }
    }

    private static func keep(_ change: KeyringChange, in database: Database) throws -> Bool {
        let version = try text(of: change.name, in: database)?.version
        guard version == change.version else { return false }
        if let key = change.registeredKey {
            let sql = "SELECT 1 FROM keyring WHERE publicKey = ? AND name != ? LIMIT 1"
            let arguments: StatementArguments = [Data(key.rawRepresentation), Data(change.name.string.utf8)]
            let statement = try database.cachedStatement(sql: sql)
            if try Int.fetchOne(statement, arguments: arguments) != nil { throw KeyError(usedKey: key) }
        }
        let sql =
            version == nil
            ? "INSERT INTO keyring (publicKey, text, name) VALUES (?, ?, ?)"
            : "UPDATE keyring SET publicKey = ?, text = ? WHERE name = ?"
        let text = change.text.withBytes { text in Data(text.indices.map { text[$0] }) }
        try database.cachedStatement(sql: sql).execute(
            arguments: [change.publicKey.map { Data($0.rawRepresentation) }, text, Data(change.name.string.utf8)])
        return true
    }

    private static func text(of name: UTF8Text, in database: Database) throws -> KeyringText? {
        let statement = try database.cachedStatement(sql: "SELECT text FROM keyring WHERE name = ?")
        let row = try DatabaseValue.fetchCursor(statement, arguments: [Data(name.string.utf8)]).next()
        guard let text = try row?.bytes() else { return nil }
        let slice = text[...]
        return try KeyringText(copying: slice.span)
    }

    private func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
    {
        do { return try await pool.read(body) } catch { throw Self.keyError(error) }
    }

    private func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
    {
        do { return try await pool.write(body) } catch { throw Self.keyError(error) }
    }

    private static func withKeyErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw keyError(error) }
    }

    /// An error of the file as one of keys; others, such as a cancellation, stay as they are.
    private static func keyError(_ error: any Error) -> any Error {
        if let error = error as? DatabaseError { return keyError(SQLiteFileError(error)) }
        guard let error = error as? SQLiteFileError else { return error }
        let code: KeyError.Code =
            switch error.code {
            case .locked: .busy
            case .corrupt, .otherVersion: .malformed
            case .invalidPath: .notRegularFile
            case .insecureFolder: .insecureFolder
            case .insecurePermissions: .insecurePermissions
            case .inputOutput: .inputOutput
            }
        return KeyError(code, error.reason)
    }
}
