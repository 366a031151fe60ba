import Dispatch

/// Runs work that waits for a disk, a lock or the derivation of a key, on a thread outside of Swift's cooperative pool.
///
/// Changes wait for each other's lock, so they have threads apart from those of reading.
func blockingWork<Result: Sendable>(
    isChange: Bool = false, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        (isChange ? changing : reading).async { continuation.resume(with: Swift.Result { try work() }) }
    }
}

private let reading = DispatchQueue(label: "SealedPush.KeyManagement.reading", attributes: .concurrent)
private let changing = DispatchQueue(label: "SealedPush.KeyManagement.changing", attributes: .concurrent)
