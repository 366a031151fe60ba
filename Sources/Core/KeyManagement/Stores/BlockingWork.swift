import Dispatch
import Synchronization

/// Runs work that waits for a disk, a lock or the derivation of a key, on a thread outside of Swift's cooperative pool.
///
/// Changes wait for each other's lock, so they have threads apart from those of reading.
func blockingWork<Result: Sendable>(
    isChange: Bool = false, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    // The result goes through a lock of its own: ThreadSanitizer does not see that a continuation hands it over.
    let outcome = Mutex<Swift.Result<Result, any Error>>(.failure(CancellationError()))
    await withCheckedContinuation { continuation in
        (isChange ? changing : reading).async {
            let result = Swift.Result { try work() }
            outcome.withLock { $0 = result }
            continuation.resume()
        }
    }
    return try outcome.withLock { $0 }.get()
}

private let reading = DispatchQueue(label: "SealedPush.KeyManagement.reading", attributes: .concurrent)
private let changing = DispatchQueue(label: "SealedPush.KeyManagement.changing", attributes: .concurrent)
