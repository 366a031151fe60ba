import Foundation
package import GRDB

/// An error of a store's file; the modules that use the file show it as one of their own.
package struct SQLiteFileError: Error {
    /// The class of the failure.
    package enum Code: String, Sendable {
        /// Another process held the file for too long.
        case locked
        /// The file is not a store, or it is damaged.
        case corrupt
        /// Another version of this library wrote the file.
        case otherVersion
        /// The path is not that of a regular file.
        case invalidPath
        /// Another user can write to the folder.
        case insecureFolder
        /// Another user can write to the file.
        case insecurePermissions
        /// The file cannot be read or written.
        case inputOutput
    }

    package let code: Code
    /// The problem, with SQLite's error number where there is one.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The error that SQLite reports.
    package init(_ error: DatabaseError) {
        let code: Code =
            switch error.resultCode {
            // SQLITE_PROTOCOL: another process held the locks of a recovery during all attempts.
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG,
                .SQLITE_INTERRUPT:
                .corrupt
            default: .inputOutput
            }
        // SQLite's own message may hold values, its number never.
        self.init(code, "the store cannot be used, SQLite reports error \(error.extendedResultCode.rawValue)")
    }

    /// An `inputOutput` error with the system's message for the current `errno`.
    static func system(_ what: String) -> SQLiteFileError {
        SQLiteFileError(.inputOutput, unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}
