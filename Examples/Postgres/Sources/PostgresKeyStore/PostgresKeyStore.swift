import Foundation
public import KeyManagement

/// Registrations in PostgreSQL, for processes of several machines.
///
/// A change is one statement, which compares the version and replaces the row. It is kept when its call returns, as durably as the
/// server's `synchronous_commit` says. Calls are repeated when a connection ends or the server rolls back, within the timeout.
/// A change whose answer was lost is read again: its version is a random number, which only its own row has.
///
/// It is for registrations. Their chains are secrets, and neither libpq's buffers nor the server's memory are guarded; the provider's
/// keyring stays in a `KeyDirectory`.
public final class PostgresKeyStore: KeyStore {
    private let database: PostgresDatabase
    private let table: String

    /// Makes a store of a server, which is connected to when it is first used.
    ///
    /// The connection string is that of libpq, without a password: it is in the file that `passfile` names, or `~/.pgpass`. Over TCP the
    /// server must have a certificate that `sslrootcert` verifies, unless the string has another `sslmode`. The timeout is that of a call,
    /// from 1 to 3600 seconds; a host that does not answer may add half of it, or 4 seconds.
    ///
    /// - Throws: ``PostgresError`` with `invalidSettings`.
    public init(
        _ connectionString: String, schema: String = "sealedpush", connectionCount: Int = 4,
        timeout: Duration = .seconds(10)
    ) throws {
        table = "\"\(schema)\".keyring"
        let keyring = """
            CREATE TABLE \(table) (name bytea PRIMARY KEY, key bytea UNIQUE, text bytea NOT NULL, version uuid NOT NULL)
            """
        database = try PostgresDatabase(
            connectionString, schema: schema, migrations: [[keyring]], connectionCount: connectionCount,
            timeout: timeout)
    }

    /// Makes the schema and its tables, or changes them to this version, as a user who may create a schema.
    ///
    /// - Throws: ``PostgresError`` with `otherVersion` for tables of a newer version, and as ``load(_:)`` does.
    public func migrate() async throws {
        try await database.migrate()
    }

    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// - Throws: ``PostgresError`` as ``load(_:)`` does.
    public func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        let statement = "SELECT name FROM \(table) WHERE name > $1::bytea ORDER BY name LIMIT $2::bigint"
        return try await database.run { connection, deadline, _ in
            let rows = try connection.run(
                statement, [Array((name?.string ?? "").utf8), Binary.number(max(0, limit))], by: deadline)
            return (0..<rows.count).map { UTF8Text(rows.string($0, 0)) }
        }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    ///
    /// - Throws: ``PostgresError``; `KeyError` for a text that no keyring has.
    public func load(_ name: UTF8Text) async throws -> StoredKeyring? {
        let statement = "SELECT text, version::text FROM \(table) WHERE name = $1::bytea"
        return try await database.run { connection, deadline, _ in
            let rows = try connection.run(statement, [Array(name.string.utf8)], by: deadline)
            guard rows.count > 0 else { return nil }
            return StoredKeyring(text: try rows.text(0, 0), version: rows.string(0, 1))
        }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    ///
    /// - Throws: ``PostgresError`` as the other `save(_:)` does.
    public func save(_ change: KeyringChange) async throws -> Bool {
        try await save([change]) == [true]
    }

    /// Keeps changes of different keyrings in one statement; when it throws, none is kept, but for `unknownOutcome`.
    ///
    /// - Throws: ``PostgresError`` with `duplicate` for a device's key that another registration has in use, `full`, `unknownOutcome`,
    ///   and as ``load(_:)`` does.
    public func save(_ changes: [KeyringChange]) async throws -> [Bool] {
        guard !changes.isEmpty else { return [] }
        let versions = changes.map { _ in UUID() }
        let parameters = [
            Binary.byteStrings(changes.map { Array($0.name.string.utf8) }),
            Binary.byteStrings(changes.map { $0.publicKey.map { Array($0.rawRepresentation) } }),
            Binary.byteStrings(changes.map { $0.text.withBytes { text in text.indices.map { text[$0] } } }),
            // A version that this store never gave is that of no row.
            Binary.uuids(changes.map { $0.version.map { UUID(uuidString: $0) ?? UUID() } }),
            Binary.uuids(versions),
        ]
        let statement = """
            WITH change AS (
                SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::uuid[], $5::uuid[])
                    AS change (name, key, text, known, version) ORDER BY name
            ), updated AS (
                UPDATE \(table) AS row SET key = change.key, text = change.text, version = change.version
                FROM change WHERE row.name = change.name AND row.version = change.known RETURNING row.version
            ), inserted AS (
                INSERT INTO \(table) (name, key, text, version)
                SELECT name, key, text, version FROM change WHERE known IS NULL
                ON CONFLICT (name) DO NOTHING RETURNING version
            )
            SELECT version::text FROM updated UNION ALL SELECT version::text FROM inserted
            """
        let reading = "SELECT version::text FROM \(table) WHERE name = ANY ($1::bytea[])"
        return try await database.run(isChange: true) { connection, deadline, mayBeKept in
            var kept = try connection.run(statement, parameters, by: deadline).versions
            if mayBeKept {
                kept.formUnion(try connection.run(reading, [parameters[0]], by: deadline).versions)
                // The other change may have been before that attempt, or after it.
                guard kept.isSuperset(of: versions) else { throw Failure.overtaken }
            }
            return versions.map { kept.contains($0) }
        }
    }

    /// Removes a keyring if it still has a version.
    ///
    /// - Throws: ``PostgresError`` as ``load(_:)`` does, and with `unknownOutcome`.
    public func remove(_ name: UTF8Text, version: String) async throws -> Bool {
        guard let version = UUID(uuidString: version) else { return false }
        let statement = "DELETE FROM \(table) WHERE name = $1::bytea AND version = $2::uuid RETURNING version::text"
        let reading = "SELECT version::text FROM \(table) WHERE name = $1::bytea"
        return try await database.run(isChange: true) { connection, deadline, mayBeKept in
            let name = Array(name.string.utf8)
            if try connection.run(statement, [name, Binary.bytes(version)], by: deadline).count > 0 { return true }
            guard mayBeKept else { return false }
            // No version comes back, so a keyring that is there was changed, or removed and added again.
            guard try connection.run(reading, [name], by: deadline).count == 0 else { throw Failure.overtaken }
            return true
        }
    }
}

extension Rows {
    /// The versions in the first column.
    fileprivate var versions: Set<UUID> { Set((0..<count).compactMap { UUID(uuidString: string($0, 0)) }) }
}
