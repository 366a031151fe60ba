import GRDB

/// Why a delivery store could not be used.
///
/// Two errors are equal when their codes are.
public struct DeliveryStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// Another process kept the store to itself for too long.
        public static let locked = Code(description: "locked")
        /// The file is no store, or damaged.
        public static let corrupt = Code(description: "corrupt")
        /// The file was written by a later version.
        public static let otherVersion = Code(description: "otherVersion")
        /// The file cannot be read or written.
        public static let inputOutput = Code(description: "inputOutput")
    }

    /// The class of the failure.
    public let code: Code

    /// What is wrong, with SQLite's number.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ error: DatabaseError) {
        let code: Code =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT: .corrupt
            default: .inputOutput
            }
        // SQLite's own message may hold values, its number never.
        self.init(code, "the store cannot be used, SQLite says \(error.extendedResultCode.rawValue)")
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }

    /// Compares the codes only.
    public static func == (one: DeliveryStoreError, other: DeliveryStoreError) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
