import Foundation
import Synchronization

/// Runs work that blocks on a thread of its own, so that no thread of the cooperative pool waits.
///
/// The work makes no expectations: Swift Testing does not know the test of another thread.
package func onOwnThread<Result: Sendable>(
    stackSize: Int? = nil, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    // The result goes through a lock of its own: ThreadSanitizer does not see that a continuation hands it over.
    let outcome = Mutex<Swift.Result<Result, any Error>>(.failure(CancellationError()))
    await withCheckedContinuation { continuation in
        let thread = Thread {
            let result = Swift.Result { try work() }
            outcome.withLock { $0 = result }
            continuation.resume()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }
    return try outcome.withLock { $0 }.get()
}

/// The commands that may run at once: tests start all together, and hundreds of processes would be slower than a few.
let slots = Slots(count: 4 * ProcessInfo.processInfo.activeProcessorCount)

/// A counting semaphore whose waiting blocks no thread.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
