import Foundation
import Synchronization

/// The threads on which `didReceive` is called.
///
/// A thread serves again once its call has returned; one whose call never returns is never waited for. Each call that finds
/// no thread free gets a new one.
final class CallThreads: Sendable {
    /// Those of this process.
    static let shared = CallThreads()

    private let free = Mutex<[Desk]>([])
    private let patience: DispatchTimeInterval

    /// Takes how long a thread waits for its next call before it ends.
    init(patience: DispatchTimeInterval = .seconds(5)) {
        self.patience = patience
    }

    /// How many threads wait for a call.
    var freeCount: Int { free.withLock { $0.count } }

    /// Calls the body on a thread on which nothing else runs.
    func call(_ body: @escaping @Sendable () -> Void) {
        if let desk = free.withLock({ $0.popLast() }) { return desk.put(body) }
        let desk = Desk()
        desk.put(body)
        onNewThread(named: "didReceive") { self.work(at: desk) }
    }

    private func work(at desk: Desk) {
        while serve(desk) {
            // What one extension has left on its thread is not there for the next.
            Thread.current.threadDictionary.removeAllObjects()
            free.withLock { $0.append(desk) }
        }
    }

    /// Waits for a call and makes it; false if none has come in time.
    ///
    /// Whatever the body holds is released here, before the thread is free.
    private func serve(_ desk: Desk) -> Bool {
        if let body = desk.take(within: patience) {
            body()
            return true
        }
        let isUnwanted = free.withLock { free in
            guard let place = free.firstIndex(where: { $0 === desk }) else { return false }
            free.remove(at: place)
            return true
        }
        if isUnwanted { return false }
        // Somebody has taken the desk in the last moment, and is about to put a call there.
        desk.take()?()
        return true
    }
}

/// Where a thread finds its next call.
private final class Desk: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)
    private let bell = DispatchSemaphore(value: 0)

    func put(_ body: @escaping @Sendable () -> Void) {
        self.body.withLock { $0 = body }
        bell.signal()
    }

    /// Waits for a call.
    func take() -> (@Sendable () -> Void)? {
        bell.wait()
        return pick()
    }

    /// Waits for a call, but no longer than that.
    func take(within limit: DispatchTimeInterval) -> (@Sendable () -> Void)? {
        bell.wait(timeout: .now() + limit) == .success ? pick() : nil
    }

    private func pick() -> (@Sendable () -> Void)? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}
