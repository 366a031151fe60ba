/// A failure of the database: a code to branch on and a reason for people.
///
/// The reason has the code of the server (SQLSTATE) and not its message, which may quote values.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The class of the failure; new classes may be added.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// The connection string or the schema's name is malformed, or a password is in the string.
        case invalidSettings
        /// No server accepted a connection, or none answered within the time.
        case unavailable
        /// The server or its configuration refuses this client: the user, the password, the database, a permission.
        case refused
        /// Other changes took too long, or all connections were in use for too long.
        case busy
        /// The server's disk is full; nothing was kept.
        case full
        /// Another registration has this device key in use, or another row a value that is unique.
        case duplicate
        /// The connection was lost, and other changes followed, so it is not known whether this change was kept; load again.
        case unknownOutcome
        /// The tables are missing; `migrate()` makes them.
        case notMigrated
        /// The tables are of a newer version of this library.
        case otherVersion
        /// Another failure of the server, whose SQLSTATE is in the reason.
        case failed
    }

    /// The class of the failure.
    public let code: Code
    /// The problem, in lower case, for people.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        (self.code, self.reason) = (code, reason)
    }

    /// The code and the reason.
    public var description: String { "\(code.rawValue): \(reason)" }

    /// Compares the codes.
    public static func == (left: PostgresError, right: PostgresError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The failure of one attempt.
struct Failure: Error {
    let error: PostgresError
    /// Whether another attempt may succeed.
    var isTransient = false
    /// Whether the server may have kept the change, since its answer did not arrive.
    var mayBeKept = false

    /// A failure before anything was sent.
    init(_ code: PostgresError.Code, _ reason: String, isTransient: Bool = false) {
        (error, self.isTransient) = (PostgresError(code, reason), isTransient)
    }

    private init(unanswered reason: String, isTransient: Bool) {
        (error, self.isTransient, mayBeKept) = (PostgresError(.unavailable, reason), isTransient, true)
    }

    static let lost = Failure(unanswered: "the connection to the server ended", isTransient: true)
    static let timedOut = Failure(unanswered: "the server did not answer in time", isTransient: false)

    static let overtaken = Failure(.busy, "the connection to the server ended, and another change followed")

    /// The answer of a server that goes on: the transaction was rolled back, so nothing was kept.
    init(sqlState: String) {
        switch sqlState {
        case "23505":
            self.init(.duplicate, "another row has the device key or another unique value (SQLSTATE 23505)")
        case "25006": self.init(.unavailable, "the server is read-only (SQLSTATE 25006)", isTransient: true)
        case "40001", "40P01": self.init(.busy, "other changes were faster (SQLSTATE \(sqlState))", isTransient: true)
        case "53100": self.init(.full, "the server's disk is full (SQLSTATE 53100)")
        case "55P03", "57014": self.init(.busy, "other changes took too long (SQLSTATE \(sqlState))")
        case "42P01", "3F000": self.init(.notMigrated, "the tables are missing (SQLSTATE \(sqlState)); call migrate()")
        case "42501": self.init(.refused, "the user lacks a permission (SQLSTATE 42501)")
        default: self.init(.failed, "the server failed (SQLSTATE \(sqlState))")
        }
    }
}
