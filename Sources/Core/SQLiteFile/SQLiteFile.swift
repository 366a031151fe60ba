import Foundation
package import GRDB
import GRDBSQLite
import Platform

/// The file of a store, in a folder that nobody else can write to.
///
/// SQLite applies a journal or a log beside a file before it looks at what the file is, and deletes a file that the journal names. So
/// the folder decides who can change a store.
package struct SQLiteFile: Sendable {
    /// The bounds within which a file is used.
    package struct Bounds: Sendable {
        /// The size in bytes above which the file is refused.
        let byteCount: Int
        /// The most bytes of one value; SQLite reads no larger one into memory.
        let valueByteCount: Int
        /// The steps of SQLite's after which a statement ends.
        let stepCount: Int
        /// The pages in memory for each connection, in KiB.
        let cacheKibibytes: Int
        /// The longest wait for another process, in seconds.
        let busyTimeout: Double

        package init(byteCount: Int, valueByteCount: Int, stepCount: Int, cacheKibibytes: Int, busyTimeout: Double) {
            self.byteCount = byteCount
            self.valueByteCount = valueByteCount
            self.stepCount = stepCount
            self.cacheKibibytes = cacheKibibytes
            self.busyTimeout = busyTimeout
        }
    }

    private let path: String
    private let schema: SQLiteSchema
    private let bounds: Bounds

    package init(_ path: String, schema: SQLiteSchema, bounds: Bounds) {
        self.path = path
        self.schema = schema
        self.bounds = bounds
    }

    /// Whether a path names a file: SQLite takes an empty one for a temporary database, `:memory:` for one in memory, and what
    /// begins with `file:` for a URI with options.
    package static func isFilePath(_ path: String) -> Bool {
        !path.isEmpty && !path.utf8.elementsEqual(":memory:".utf8) && !path.utf8.starts(with: "file:".utf8)
            && !path.utf8.contains(0)
    }

    /// Opens the file; one that is refused is not written to.
    ///
    /// SQLite turns the second of two connections that switch one file to its log away at once, whatever busy timeout is set.
    package func open() throws -> DatabaseQueue {
        let start = ContinuousClock.now
        while true {
            do {
                return try begin()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard start.duration(to: .now) < .seconds(bounds.busyTimeout) else { throw error }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    /// Opens the file for one writer and several readers at once; a commit survives a power cut.
    package func openPool() throws -> DatabasePool {
        // Open until the pool is: SQLite deletes its log with the last connection.
        let checked = try open()
        defer { extendLifetime(checked) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(bounds.busyTimeout)
        configuration.prepareDatabase { [bounds] database in
            unsafe sqlite3_limit(
                database.sqliteConnection, SQLITE_LIMIT_LENGTH, CInt(clamping: bounds.valueByteCount))
            // Called after so many steps of one statement, and ends it.
            unsafe sqlite3_progress_handler(
                database.sqliteConnection, CInt(clamping: bounds.stepCount), { _ in 1 }, nil)
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            try database.execute(sql: "PRAGMA cache_size = \(-bounds.cacheKibibytes)")
        }
        return configuration
    }

    private func begin() throws -> DatabaseQueue {
        try validatePath()
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if try queue.read(schema.isEmpty) { try queue.write(schema.create) }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return queue
    }

    /// Refuses a file that is not a store of this user's alone, and makes a missing one.
    ///
    /// The file is not opened here: closing it would drop the locks that SQLite holds on it in this process.
    private func validatePath() throws(SQLiteFileError) {
        guard Self.isFilePath(path) else {
            throw SQLiteFileError(
                .invalidPath, "expected the path of a file; a name such as file: needs ./ before it")
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        var metadata = stat()
        guard unsafe stat(slash.map { String(path[...$0]) } ?? ".", &metadata) == 0 else {
            throw .system("the folder of the store cannot be examined")
        }
        guard Self.isOwn(metadata) else {
            throw SQLiteFileError(
                .insecureFolder,
                "another user can write to the folder of the store; say chmod go-w, or keep it in a folder of its own")
        }
        if unsafe lstat(path, &metadata) != 0 {
            guard errno == ENOENT else { throw .system("the store cannot be opened") }
            try makeFile()
            guard unsafe lstat(path, &metadata) == 0 else { throw .system("the store cannot be opened") }
        }
        guard metadata.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteFileError(.invalidPath, "expected a regular file, found a link, a folder, a pipe or a device")
        }
        guard Self.isOwn(metadata) else {
            throw SQLiteFileError(
                .insecurePermissions, "another user can write to the store; expected a file of this user with mode 0600"
            )
        }
        // The smallest database is one page of 512 bytes; SQLite takes a file of one byte for an empty one.
        guard metadata.st_size == 0 || (512...bounds.byteCount).contains(Int(metadata.st_size)) else {
            throw SQLiteFileError(
                .corrupt, "the store has \(metadata.st_size) bytes, expected 512 to \(bounds.byteCount)")
        }
    }

    /// Whether nobody but this user and root can change a file, or the files in a folder; a sticky folder is no exception.
    private static func isOwn(_ metadata: stat) -> Bool {
        [geteuid(), 0].contains(metadata.st_uid) && metadata.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    /// Makes an empty file that its owner alone can read, without opening it or replacing another file or a symbolic link.
    private func makeFile() throws(SQLiteFileError) {
        guard makeEmptyFile(path) == 0 else {
            guard errno == EEXIST else { throw .system("the store cannot be made") }
            return
        }
        // The mode again, since umask may have narrowed the one asked for.
        guard unsafe fchmodat(AT_FDCWD, path, 0o600, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .system("the store cannot be made")
        }
    }
}
