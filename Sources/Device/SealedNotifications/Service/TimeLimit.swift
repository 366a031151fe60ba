import Synchronization

/// A time, on a clock that a test can turn.
struct TimeLimit: Sendable {
    let isOver: @Sendable () -> Bool
    /// Returns when the time is over, or the task is cancelled.
    let end: @Sendable () async -> Void

    init(_ limit: Duration, on clock: some Clock<Duration>) {
        let end = clock.now.advanced(by: limit)
        isOver = { clock.now >= end }
        self.end = { try? await clock.sleep(until: end, tolerance: nil) }
    }
}

/// The first of an operation's result and of the end of its time, which does not wait for an operation that ignores its cancellation.
final class FirstResult: Sendable {
    typealias Value = Result<Void, any Error>?

    private let continuation = Mutex<CheckedContinuation<Value, Never>?>(nil)

    private func resume(_ result: Value) {
        continuation.withLock {
            $0?.resume(returning: result)
            $0 = nil
        }
    }

    /// Returns nil if the time ends first, or the caller is cancelled.
    static func result(
        in time: TimeLimit, _ operation: @escaping @Sendable () async throws -> Void
    ) async -> Value {
        let first = FirstResult()
        let work = Mutex<[Task<Void, Never>]>([])
        defer { work.withLock { $0.forEach { $0.cancel() } } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                first.continuation.withLock { $0 = continuation }
                let tasks = [
                    Task {
                        do { first.resume(.success(try await operation())) } catch { first.resume(.failure(error)) }
                    },
                    Task {
                        await time.end()
                        first.resume(nil)
                    },
                ]
                work.withLock { $0 = tasks }
                if Task.isCancelled { first.resume(nil) }
            }
        } onCancel: {
            first.resume(nil)
        }
    }
}
