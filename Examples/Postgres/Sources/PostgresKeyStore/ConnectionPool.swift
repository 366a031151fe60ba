import Foundation
import Synchronization

/// Connections, each of which one piece of work at a time uses, on threads outside of Swift's cooperative pool.
final class ConnectionPool: Sendable {
    private let settings: Settings
    private let idle = Mutex<[Connection]>([])
    /// As many threads as connections; work that waits for one waits in the queue.
    private let queue = OperationQueue()

    init(_ settings: Settings, connectionCount: Int) {
        self.settings = settings
        queue.maxConcurrentOperationCount = max(1, connectionCount)
    }

    /// Runs work until it succeeds, an error stays, or the time has passed.
    ///
    /// An attempt is repeated where nothing was kept, and where the connection ended. For the latter, a change is told whether an earlier
    /// attempt may have been kept. If it is not known in the end, the error says so.
    func run<Result: Sendable>(
        isChange: Bool = false,
        _ work: @escaping @Sendable (Connection, ContinuousClock.Instant, _ mayBeKept: Bool) throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + settings.timeout
        var mayBeKept = false
        var last: Failure?
        var delay = Duration.milliseconds(10)
        while true {
            do {
                return try await attempt(by: deadline, after: last) { [mayBeKept] in try work($0, deadline, mayBeKept) }
            } catch let failure as Failure {
                last = failure
                mayBeKept = mayBeKept || (isChange && failure.mayBeKept)
                guard failure.isTransient, ContinuousClock.now + delay < deadline else {
                    guard mayBeKept else { throw failure.error }
                    throw PostgresError(.unknownOutcome, "\(failure.error.reason); load again to see what was kept")
                }
            }
            // Two processes that met do not meet again.
            try await Task.sleep(for: delay * Double.random(in: 0.5...1))
            delay = min(delay * 2, .milliseconds(500))
        }
    }

    private func attempt<Result: Sendable>(
        by deadline: ContinuousClock.Instant, after last: Failure?,
        _ work: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { [self] in
                continuation.resume(
                    with: Swift.Result {
                        guard ContinuousClock.now < deadline else {
                            throw last ?? Failure(.busy, "all connections were in use for too long")
                        }
                        let connection = try idleConnection() ?? Connection(settings, by: deadline)
                        defer { if connection.isIdle { idle.withLock { $0.append(connection) } } }
                        return try work(connection)
                    })
            }
        }
    }

    /// An open connection, or nil if there is none; those that the server ended are dropped.
    private func idleConnection() -> Connection? {
        while let connection = idle.withLock({ $0.popLast() }) {
            if connection.isIdle { return connection }
        }
        return nil
    }
}
