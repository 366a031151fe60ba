import Synchronization

extension Phone {
    /// The phone of ``perform(_:)`` around the calling code; nil outside.
    @TaskLocal package static var performing: Phone?

    /// The phone of a process that an extension host started, or that a test sets.
    private static let connected = Mutex<Phone?>(nil)

    private static let ownPhone = Phone()

    /// The phone of this process, for code that runs on no other one; in an extension's own process the phone of its host.
    ///
    /// Set it in a test of an extension that uses its phone in completion handlers, such as those of `URLSession` or of a
    /// dispatch queue. Tests that do so cannot run at the same time.
    public static var shared: Phone {
        get { connected.withLock { $0 } ?? ownPhone }
        set { connected.withLock { $0 = newValue } }
    }

    /// The phone on which the calling code runs.
    ///
    /// It follows a task to its child tasks and to `Task { … }`. It does not follow `Task.detached`, dispatch queues
    /// and new threads: code there runs on ``shared``.
    public static var current: Phone { performing ?? shared }

    /// Runs code as on this phone, with its entitlements.
    @discardableResult
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$performing.withValue(self, operation: body)
    }

    /// Runs asynchronous code as on this phone, with its entitlements.
    @discardableResult
    public func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$performing.withValue(self, operation: body, isolation: isolation)
    }
}
