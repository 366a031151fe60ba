import Foundation
import GRDB
import GRDBSQLite
import Glibc

/// The file of a store: judged by its path before SQLite sees it, then by its content.
struct StoreFile {
    let path: String
    let bounds: DeliveryStore.Bounds

    /// The most bytes of one value; SQLite reads no larger one into memory.
    private static let maximumValueByteCount: CInt = 1 << 20

    /// Opens the file, waiting for others that begin it at the same moment: SQLite turns the second of two connections that
    /// switch one file to its log away at once, whatever busy timeout is set.
    ///
    /// - Throws: `DeliveryStoreError`, or `DatabaseError` from SQLite. A file that is refused is not written to.
    func open() throws -> DatabaseQueue {
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

    private func begin() throws -> DatabaseQueue {
        try judgePath()
        var configuration = Configuration()
        configuration.busyMode = .timeout(bounds.patience)
        let steps = CInt(clamping: bounds.maximumStepCount)
        configuration.prepareDatabase { database in
            unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Self.maximumValueByteCount)
            // Called after so many steps of one statement, and ends it.
            unsafe sqlite3_progress_handler(database.sqliteConnection, steps, { _ in 1 }, nil)
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            // In KiB; an extension has little memory.
            try database.execute(sql: "PRAGMA cache_size = -256")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if try queue.read(Schema.isEmpty) { try queue.write(Schema.create) }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return queue
    }

    /// Refuses what is not a regular file, and makes a missing one.
    ///
    /// The file is not opened to examine it: closing it would drop the locks that SQLite holds on it in this process.
    private func judgePath() throws(DeliveryStoreError) {
        guard DeliveryStore.isFilePath(path) else {
            throw DeliveryStoreError(
                .invalidPath, "expected the path of a file; a name such as file: needs ./ before it")
        }
        var metadata = stat()
        if unsafe stat(path, &metadata) != 0 {
            guard errno == ENOENT else { throw .system("the store cannot be opened") }
            try makeFile()
            guard unsafe stat(path, &metadata) == 0 else {
                throw DeliveryStoreError(.invalidPath, "the path is a symbolic link to a file that does not exist")
            }
        }
        guard metadata.st_mode & S_IFMT == S_IFREG else {
            throw DeliveryStoreError(.invalidPath, "expected a regular file, found a folder, a pipe or a device")
        }
        var byteCount = Int(metadata.st_size)
        for suffix in ["-wal", "-shm", "-journal"] { byteCount += try judgeCompanion(suffix) }
        guard byteCount <= bounds.maximumByteCount else {
            throw DeliveryStoreError(
                .corrupt, "the store has \(byteCount) bytes, expected at most \(bounds.maximumByteCount)")
        }
    }

    /// Judges a file that SQLite keeps beside the store, and returns its size in bytes.
    ///
    /// SQLite writes to these files before it validates anything, and deletes the file that a journal names at its end (SQLite,
    /// "Database File Format", section 3). So each must be a file of its own, and a journal as small as this store leaves it.
    private func judgeCompanion(_ suffix: String) throws(DeliveryStoreError) -> Int {
        // SQLite looks for them beside the file that a link leads to.
        var metadata = stat()
        guard let resolved = unsafe realpath(path, nil) else { throw .system("the store cannot be opened") }
        defer { unsafe free(resolved) }
        let companion = unsafe String(cString: resolved) + suffix
        guard unsafe lstat(companion, &metadata) == 0 else { return 0 }
        guard metadata.st_mode & S_IFMT == S_IFREG, metadata.st_nlink == 1 else {
            throw DeliveryStoreError(.invalidPath, "the file \(suffix) beside the store is not a file of its own")
        }
        let byteCount = Int(metadata.st_size)
        guard suffix == "-journal", byteCount > 0 else { return byteCount }
        let refused = DeliveryStoreError(.corrupt, "the journal beside the store is not one that this store leaves")
        guard byteCount <= Self.maximumJournalByteCount else { throw refused }
        let file = unsafe Glibc.open(companion, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .system("the journal beside the store cannot be read") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard unsafe read(file, &bytes, byteCount) == byteCount else { throw refused }
        let namesAnotherFile = bytes.suffix(Self.superJournalMark.count).elementsEqual(Self.superJournalMark)
        let originalPageCount = bytes.dropFirst(16).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard !namesAnotherFile, originalPageCount <= Self.maximumJournalPageCount else { throw refused }
        return byteCount
    }

    /// The most bytes of a journal: it exists only while an empty file becomes a store, and then has some 5 KB.
    private static let maximumJournalByteCount = 65_536
    /// The most pages that such a journal restores.
    private static let maximumJournalPageCount = 16
    /// The last bytes of a journal that names another file, which SQLite deletes.
    private static let superJournalMark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    /// Makes an empty file that its owner alone can read; SQLite would let others read it.
    ///
    /// The file gets its name by a link, which replaces neither the file of a quicker process nor a symbolic link. It is
    /// closed before, for the same reason for which an existing file is not opened.
    private func makeFile() throws(DeliveryStoreError) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let file = unsafe mkstemp(&template)
        guard file >= 0 else { throw .system("the store cannot be made") }
        close(file)
        defer { unsafe unlink(template) }
        guard unsafe link(template, path) == 0 || errno == EEXIST else { throw .system("the store cannot be made") }
    }
}
