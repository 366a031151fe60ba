import SQLiteFile
public import StrictJSON

/// An error of a delivery store.
public struct DeliveryStoreError: CodedError {
    /// The class of the failure; more may come.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// Another process held the store, or repaired it, for longer than `DeliveryStore.Bounds.busyTimeout`.
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

    /// The class of the failure.
    public let code: Code

    /// The problem, with SQLite's error number where there is one.
    public let reason: String

    init(_ error: SQLiteFileError) {
        code = Code(rawValue: error.code.rawValue) ?? .inputOutput
        reason = error.reason
    }
}
