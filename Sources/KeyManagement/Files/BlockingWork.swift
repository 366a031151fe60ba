import Dispatch

/// Runs work that waits for a disk, a lock or the derivation of a key, on a thread outside of Swift's cooperative pool.
func blockingWork<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
}

private let queue = DispatchQueue(label: "SealedPush.KeyManagement", attributes: .concurrent)
