import Foundation
import GRDB
public import StrictJSON

/// An error of a delivery store.
public struct DeliveryStoreError: CodedError {
    /// The class of the failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// Another process held the store, or repaired it, for longer than `DeliveryStore.Bounds.patience`.
        public static let locked = Code(description: "locked")
        /// The file is not a store, or it is damaged.
        public static let corrupt = Code(description: "corrupt")
        /// Another version of this library wrote the file.
        public static let otherVersion = Code(description: "otherVersion")
        /// The path does not lead to a regular file.
        public static let invalidPath = Code(description: "invalidPath")
        /// The file cannot be read or written.
        public static let inputOutput = Code(description: "inputOutput")
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

    /// An `inputOutput` error with the system's message for the current `errno`.
    static func system(_ what: String) -> DeliveryStoreError {
        DeliveryStoreError(.inputOutput, unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}
