import CPostgreSQL
import Glibc

/// A connection to the server, whose functions block until their deadline at most.
@safe
final class Connection: @unchecked Sendable {  // The pool lends it to one piece of work at a time.
    private let connection: OpaquePointer
    /// The names of prepared statements by their text.
    private var prepared: [String: String] = [:]
    /// Whether the tables were found to be of the version of this library.
    var isChecked = false

    /// Connects, and bounds the time of its statements at the server too.
    init(_ settings: Settings, by deadline: ContinuousClock.Instant) throws(Failure) {
        unsafe connection = try settings.connect()
        unsafe PQsetnonblocking(connection, 1)
        // Before the caller gives up, so that it learns that nothing was kept.
        let milliseconds = settings.timeout.components.seconds * 750
        for setting in ["statement_timeout = \(milliseconds)", "client_min_messages = error"] {
            try run("SET \(setting)", by: deadline)
        }
    }

    deinit { unsafe PQfinish(connection) }

    /// Whether it can be used again: no transaction is open, and the server neither ended it nor became read-only.
    private(set) var isReadOnly = false
    var isIdle: Bool {
        guard unsafe !isReadOnly && PQtransactionStatus(connection) == PQTRANS_IDLE else { return false }
        // A server that stops says so and closes; an idle connection has nothing else to say.
        var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&socket, 1, 0) == 0
    }

    /// Runs a statement without parameters, such as those of a migration.
    @discardableResult
    func run(_ text: String, by deadline: ContinuousClock.Instant) throws(Failure) -> Rows {
        guard unsafe PQsendQueryParams(connection, text, 0, nil, nil, nil, nil, 1) == 1 else { throw .lost }
        return try rows(by: deadline)
    }

    /// Runs a statement with values in their binary form, in one round trip once it is prepared.
    func run(_ text: String, _ parameters: [[UInt8]], by deadline: ContinuousClock.Instant) throws(Failure) -> Rows {
        let name = prepared[text] ?? "statement\(prepared.count)"
        if prepared[text] == nil {
            guard unsafe PQsendPrepare(connection, name, text, 0, nil) == 1 else {
                throw Failure(.unavailable, "the connection to the server ended", isTransient: true)
            }
            _ = try rows(by: deadline)
            prepared[text] = name
        }
        // The byte before them gives an empty value an address, without which it would be null.
        let bytes = [0] + parameters.joined()
        let isSent = unsafe bytes.withUnsafeBytes { buffer in
            var start = 1
            let values = unsafe parameters.map { parameter in
                defer { start += parameter.count }
                return unsafe buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            }
            return unsafe PQsendQueryPrepared(
                connection, name, CInt(parameters.count), values, parameters.map { CInt($0.count) },
                parameters.map { _ in 1 }, 1)
        }
        guard isSent == 1 else { throw .lost }
        return try rows(by: deadline)
    }

    /// Sends what is left and waits for the whole answer: only then is a change kept.
    private func rows(by deadline: ContinuousClock.Instant) throws(Failure) -> Rows {
        var rows: Rows?
        var failure: Failure?
        while true {
            let unsent = unsafe PQflush(connection)
            guard unsent >= 0 else { throw .lost }
            while unsafe unsent == 0 && PQisBusy(connection) == 0 {
                guard let result = unsafe PQgetResult(connection) else {
                    guard unsafe PQstatus(connection) == CONNECTION_OK, failure != nil || rows != nil else {
                        throw .lost
                    }
                    if let failure { throw failure }
                    guard let rows else { throw .lost }
                    return rows
                }
                let answer = unsafe Rows(result)
                if let sqlState = answer.sqlState {
                    failure = sqlState.isEmpty ? .lost : Failure(sqlState: sqlState)
                    isReadOnly = sqlState == "25006"
                } else {
                    rows = answer
                }
            }
            try wait(forWriting: unsent > 0, by: deadline)
            guard unsafe PQconsumeInput(connection) == 1 else { throw .lost }
        }
    }

    private func wait(forWriting: Bool, by deadline: ContinuousClock.Instant) throws(Failure) {
        let events = Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0)
        var socket = unsafe pollfd(fd: PQsocket(connection), events: events, revents: 0)
        var count: CInt
        repeat {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .timedOut }
            count = unsafe poll(&socket, 1, CInt(min(left.rounded(.up), 3_600_000)))
        } while count == 0 || (count < 0 && errno == EINTR)
        guard count > 0 else { throw .lost }
    }
}
