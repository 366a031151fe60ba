import GRDBSQLite

/// The first 100 bytes of a file (SQLite, "Database File Format", section 1.3).
///
/// SQLite reads them, without a lock and without looking for a journal or a log: the system would drop SQLite's locks on a file
/// that this process closes.
struct SQLiteHeader {
    private static let byteCount: CInt = 100
    /// SQLITE_IOERR_SHORT_READ, a macro that Swift does not import.
    private static let shortRead = SQLITE_IOERR | 2 << 8
    private let bytes: [UInt8]

    /// Reads the header of a file that exists; missing bytes are zero.
    init(ofFileAt path: String) throws(SQLiteFileError) {
        var connection: OpaquePointer?
        defer { unsafe sqlite3_close(connection) }
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file, let read = unsafe file.pointee.pMethods?.pointee.xRead
        else { throw SQLiteFileError(.inputOutput, "the store cannot be opened") }
        var bytes = [UInt8](repeating: 0, count: Int(Self.byteCount))
        let code = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, Self.byteCount, 0) }
        guard code == SQLITE_OK || code == Self.shortRead else {
            throw SQLiteFileError(.inputOutput, "the store cannot be read, SQLite reports error \(code)")
        }
        self.bytes = bytes
    }

    /// Whether the file is an SQLite database with the mark of a schema.
    func isMarked(for schema: SQLiteSchema) -> Bool {
        let applicationID = bytes.dropFirst(68).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return bytes.starts(with: "SQLite format 3\0".utf8) && applicationID == schema.applicationID
    }
}
