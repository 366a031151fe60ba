import SQLiteFile
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
        /// The path does not lead to a regular file that other users cannot change or replace.
        case invalidPath
        /// The file cannot be read or written.
        case inputOutput
    }

    /// The class of the failure.
    public let code: Code

    /// The problem, with SQLite's error number where there is one.
    public let reason: String

    init(_ error: SQLiteFileError) {
        code =
            switch error.code {
            case .locked: .locked
            case .corrupt: .corrupt
            case .otherVersion: .otherVersion
            case .invalidPath, .wrongOwner, .writableByEveryone, .insecureFolder: .invalidPath
            case .inputOutput: .inputOutput
            }
        reason = error.reason
    }
}
