/// A time, on a clock that a test can turn.
struct TimeLimit: Sendable {
    let isOver: @Sendable () -> Bool
    /// Returns when the time is over, or the task is cancelled.
    private let end: @Sendable () async -> Void

    init(_ limit: Duration, on clock: some Clock<Duration>) {
        let end = clock.now.advanced(by: limit)
        isOver = { clock.now >= end }
        self.end = { try? await clock.sleep(until: end, tolerance: nil) }
    }

    /// Returns the result of an operation; nil if the time ends first, or the caller is cancelled.
    ///
    /// An operation that ignores its cancellation is not waited for.
    func result(of operation: @escaping @Sendable () async throws -> Void) async -> Result<Void, any Error>? {
        let (results, continuation) = AsyncStream<Result<Void, any Error>?>.makeStream()
        let tasks = [
            Task {
                do { continuation.yield(.success(try await operation())) } catch { continuation.yield(.failure(error)) }
            },
            Task {
                await end()
                continuation.yield(nil)
            },
        ]
        defer { for task in tasks { task.cancel() } }
        return await results.first { _ in true } ?? nil
    }
}
