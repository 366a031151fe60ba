import Foundation
package import GRDB
import GRDBSQLite
import Platform

/// The file of a store: judged by its path and header before SQLite uses it, then by its content.
package struct SQLiteFile: Sendable {
    /// The file's path.
    package let path: String
    let schema: SQLiteSchema
    let bounds: Bounds

    /// The bounds within which a file is used.
    package struct Bounds: Sendable {
        /// The size in bytes above which the file is refused, with those that SQLite keeps beside it.
        let byteCount: Int
        /// The most bytes of one value; SQLite reads no larger one into memory.
        let valueByteCount: Int
        /// The steps of SQLite's after which a statement ends.
        let stepCount: Int
        /// The pages in memory for each connection, in KiB.
        let cacheKibibytes: Int
        /// The longest wait for another process, in seconds.
        let patience: Double

        package init(byteCount: Int, valueByteCount: Int, stepCount: Int, cacheKibibytes: Int, patience: Double) {
            self.byteCount = byteCount
            self.valueByteCount = valueByteCount
            self.stepCount = stepCount
            self.cacheKibibytes = cacheKibibytes
            self.patience = patience
        }
    }

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
                guard start.duration(to: .now) < .seconds(bounds.patience) else { throw error }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    /// Opens the file for one writer and several readers at once; a commit survives a power cut.
    package func openPool() throws -> DatabasePool {
        // Open until the pool is: SQLite deletes its log with the last connection.
        let judged = try open()
        defer { extendLifetime(judged) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(bounds.patience)
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
        try judgePath()
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if try queue.read(schema.isEmpty) { try queue.write(schema.create) }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return queue
    }

    /// Refuses a path that is not a store's, and makes a missing file.
    ///
    /// SQLite restores a file from a journal, or copies a log into it, before it looks at what the file is. The file is not opened
    /// here: closing it would drop the locks that SQLite holds on it in this process.
    private func judgePath() throws(SQLiteFileError) {
        guard Self.isFilePath(path) else {
            throw SQLiteFileError(
                .invalidPath, "expected the path of a file; a name such as file: needs ./ before it")
        }
        var metadata = stat()
        if unsafe stat(path, &metadata) != 0 {
            guard errno == ENOENT else { throw .system("the store cannot be opened") }
            try requireSafeFolder(of: path)
            try refuseStrayJournal()
            try makeFile()
            guard unsafe stat(path, &metadata) == 0 else {
                throw SQLiteFileError(.invalidPath, "the path is a symbolic link to a file that does not exist")
            }
        }
        guard metadata.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteFileError(.invalidPath, "expected a regular file, found a folder, a pipe or a device")
        }
        // SQLite looks for the files beside the one that a link leads to.
        guard let real = unsafe realpath(path, nil) else { throw .system("the store cannot be opened") }
        defer { unsafe free(real) }
        let resolved = unsafe String(cString: real)
        for path in [path, resolved] { try requireSafeFolder(of: path) }
        try requireSafe(metadata, "the store")
        var byteCount = Int(metadata.st_size)
        for suffix in ["-wal", "-shm", "-journal"] { byteCount += try judgeCompanion(resolved, suffix) }
        guard byteCount <= bounds.byteCount else {
            throw SQLiteFileError(
                .corrupt, "the store has \(byteCount) bytes, expected at most \(bounds.byteCount)")
        }
        guard metadata.st_size > 0 else { return }
        guard try SQLiteHeader(ofFileAt: path).isMarked(for: schema) else {
            throw SQLiteFileError(.corrupt, "the file is not a store")
        }
    }

    /// Refuses a folder where every user can add files: a log or a journal that is planted there becomes the store's content.
    private func requireSafeFolder(of path: String) throws(SQLiteFileError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        var metadata = stat()
        guard unsafe stat(slash.map { String(path[...$0]) } ?? ".", &metadata) == 0 else {
            throw .system("the folder of the store cannot be examined")
        }
        guard metadata.st_mode & S_IWOTH == 0 else {
            throw SQLiteFileError(
                .insecureFolder, "everyone can write to the folder of the store; keep it in a folder of its own")
        }
    }

    /// Refuses a file that another user than this one and root can change.
    private func requireSafe(_ metadata: stat, _ what: String) throws(SQLiteFileError) {
        guard metadata.st_uid == geteuid() || metadata.st_uid == 0 else {
            throw SQLiteFileError(
                .wrongOwner, "\(what) belongs to user \(metadata.st_uid), expected user \(geteuid()) or root")
        }
        guard metadata.st_mode & S_IWOTH == 0 else {
            throw SQLiteFileError(.writableByEveryone, "everyone can write to \(what); say chmod o-w")
        }
    }

    /// Refuses to make a store beside the journal of a file that was moved away: SQLite would delete the journal.
    private func refuseStrayJournal() throws(SQLiteFileError) {
        var metadata = stat()
        guard unsafe lstat(path + "-journal", &metadata) == 0, metadata.st_size > 0 else { return }
        // Another process may have made the store, and its journal, in the meantime.
        guard unsafe stat(path, &metadata) != 0 else { return }
        throw SQLiteFileError(
            .corrupt, "there is no store, but a journal of one; move away the file whose name ends in -journal")
    }

    /// Judges a file that SQLite keeps beside the store, and returns its size in bytes.
    ///
    /// SQLite writes to these files before it validates anything, and deletes the file that a journal names at its end ("Database
    /// File Format", section 3). So each must be a file of its own, and a journal as small as this store leaves it.
    private func judgeCompanion(_ store: String, _ suffix: String) throws(SQLiteFileError) -> Int {
        var metadata = stat()
        let companion = store + suffix
        guard unsafe lstat(companion, &metadata) == 0 else { return 0 }
        guard metadata.st_mode & S_IFMT == S_IFREG, metadata.st_nlink == 1 else {
            throw SQLiteFileError(.invalidPath, "the file \(suffix) beside the store is not a file of its own")
        }
        try requireSafe(metadata, "the file \(suffix) beside the store")
        let byteCount = Int(metadata.st_size)
        guard suffix == "-journal", byteCount > 0 else { return byteCount }
        let refused = SQLiteFileError(
            .corrupt, "the file whose name ends in -journal is not one that this store leaves; move it away")
        guard byteCount <= Self.maximumJournalByteCount else { throw refused }
        let file = unsafe Platform.open(companion, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            // The process that makes the store has deleted it in the meantime.
            guard errno != ENOENT else { return 0 }
            throw .system("the journal beside the store cannot be read")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard unsafe read(file, &bytes, byteCount) == byteCount else { throw refused }
        let namesAnotherFile = bytes.suffix(Self.journalMark.count).elementsEqual(Self.journalMark)
        let originalPageCount = bytes.dropFirst(16).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // SQLite deletes a file of this name, whatever it holds. It writes the mark last.
        let start = bytes.prefix(Self.journalMark.count)
        guard start.elementsEqual(Self.journalMark) || start.allSatisfy({ $0 == 0 }) else { throw refused }
        guard !namesAnotherFile, originalPageCount <= Self.maximumJournalPageCount else { throw refused }
        return byteCount
    }

    /// The most bytes of a journal: it exists only while an empty file becomes a store, and then has some 5 KB.
    private static let maximumJournalByteCount = 65_536
    private static let maximumJournalPageCount = 16
    /// The first bytes of a journal, and the last ones of a journal that names another file, which SQLite deletes.
    private static let journalMark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

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
