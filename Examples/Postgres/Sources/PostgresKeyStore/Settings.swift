import CPostgreSQL
import Foundation

/// The server, and the longest time for a call.
struct Settings: Sendable {
    let timeout: Duration
    private let connectionString: String

    init(_ connectionString: String, schema: String, timeout: Duration) throws(PostgresError) {
        let letters = schema.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        guard letters, (1...63).contains(schema.utf8.count) else {
            throw PostgresError(.invalidSettings, "expected 1 to 63 of a-z and _ for a schema")
        }
        self.connectionString = connectionString
        self.timeout = min(max(timeout, .seconds(1)), .seconds(3600))
        try Self.check(connectionString)
    }

    /// Refuses a string that libpq cannot read, and passwords, which a list of processes or a log would show.
    private static func check(_ connectionString: String) throws(PostgresError) {
        guard let options = unsafe PQconninfoParse(connectionString, nil) else {
            throw PostgresError(.invalidSettings, "expected a connection string as libpq has it")
        }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            let isSecret = unsafe ["password", "sslpassword"].contains(String(cString: keyword))
            if unsafe isSecret && option.pointee.val != nil {
                throw PostgresError(.invalidSettings, "a password is in the connection string; put it into a passfile")
            }
            unsafe option += 1
        }
    }

    /// The keywords and values for libpq: later ones win, and a host without a word about TLS must have a certificate.
    private var options: [(keyword: String, value: String)] {
        let seconds = timeout.components.seconds
        return [
            ("sslmode", "verify-full"), ("connect_timeout", String(max(2, seconds / 4))), ("dbname", connectionString),
            ("fallback_application_name", "sealedpush"),
        ]
    }

    /// Opens a connection; blocks for as long as the hosts take, each of which has half of the timeout, or 4 seconds.
    func connect() throws(Failure) -> OpaquePointer {
        var isSecondTry = false
        while true {
            guard let connection = unsafe withOptions({ unsafe PQconnectdbParams($0, $1, 1) }) else {
                throw Failure(.unavailable, "no memory for a connection", isTransient: true)
            }
            if unsafe PQstatus(connection) == CONNECTION_OK { return unsafe connection }
            // The message has hosts, users and databases, no password.
            let message = unsafe String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isNewline)
            let reason = "cannot connect: \(message.joined(separator: " "))"
            unsafe PQfinish(connection)
            switch unsafe withOptions({ unsafe PQpingParams($0, $1, 1) }) {
            case PQPING_OK where isSecondTry: throw Failure(.refused, reason)
            // A server that had not started before, or one that refuses this client.
            case PQPING_OK: isSecondTry = true
            case PQPING_NO_ATTEMPT: throw Failure(.refused, reason)
            default: throw Failure(.unavailable, reason, isTransient: true)
            }
        }
    }

    private func withOptions<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let keywords = unsafe options.map { unsafe strdup($0.keyword) }
        let values = unsafe options.map { unsafe strdup($0.value) }
        defer { unsafe (keywords + values).forEach { unsafe free($0) } }
        let keywordList = unsafe keywords.map { unsafe UnsafePointer($0) } + [nil]
        let valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe body(keywordList, valueList)
    }
}
