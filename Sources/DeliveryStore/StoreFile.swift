import Foundation
import GRDB
import GRDBSQLite

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
        var byteCount = 0
        for suffix in ["", "-wal", "-journal"] where unsafe stat(path + suffix, &metadata) == 0 {
            byteCount += Int(metadata.st_size)
        }
        guard byteCount <= bounds.maximumByteCount else {
            throw DeliveryStoreError(
                .corrupt, "the store has \(byteCount) bytes, expected at most \(bounds.maximumByteCount)")
        }
    }

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
