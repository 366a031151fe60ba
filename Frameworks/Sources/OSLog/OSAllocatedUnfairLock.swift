import Foundation

/// A lock with the state that it protects.
///
/// On a phone it is of the module `os`, which a target with `@_exported import OSLog` stands for.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked: the state is reached with the lock held.
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) { self.state = state }
    }

    private let storage: Storage

    /// Creates a lock with a state that may be used elsewhere.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs a closure with the state while the lock is held.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.lock.withLock { try body(&storage.state) }
    }

    /// Runs a closure with the state while the lock is held.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs a closure with the state, and returns its result; nil without running it if the lock is held elsewhere.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }

    /// Runs a closure with the state, and returns its result; nil without running it if the lock is held elsewhere.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock with a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Takes the lock; waits while it is held elsewhere.
    public func lock() { storage.lock.lock() }

    /// Releases the lock, on the thread that took it.
    public func unlock() { storage.lock.unlock() }

    /// Takes the lock unless it is held elsewhere; returns whether it was taken.
    public func lockIfAvailable() -> Bool { storage.lock.try() }

    /// Runs a closure while the lock is held.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { try storage.lock.withLock(body) }

    /// Runs a closure while the lock is held.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { try withLockUnchecked(body) }
}
