import Foundation
import GRDB
public import StrictJSON

/// An error of a delivery store.
public struct DeliveryStoreError: CodedError {
    /// The class of the failure; more may come.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// Another process held the store, or repaired it, for longer than `DeliveryStore.Bounds.patience`.
        case locked
        /// The file is not a store, or it is damaged.
        case corrupt
        /// Another version of this library wrote the file.
        case otherVersion
        /// The path does not lead to a regular file.
        case invalidPath
        /// The file cannot be read or written.
        case inputOutput
    }

    /// The class of the failure.
    public let code: Code

    /// The problem, with SQLite's error number where there is one.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ error: DatabaseError) {
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

    static func system(_ what: String) -> DeliveryStoreError {
        DeliveryStoreError(.inputOutput, unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}
