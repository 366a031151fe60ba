import Synchronization

extension Phone {
    @TaskLocal private static var performing: Phone?

    /// The phone of a process that an extension host started.
    private static let connected = Mutex<Phone?>(nil)

    private static let ownPhone = Phone()

    /// The phone of this process, for code that runs on no other one; in an extension's own process the phone of its host.
    public static var shared: Phone { connected.withLock { $0 } ?? ownPhone }

    /// The phone on which the calling code runs.
    ///
    /// It follows a task to its child tasks and to `Task { … }`. It does not follow `Task.detached`, dispatch queues
    /// and new threads: code there runs on ``shared``.
    public static var current: Phone { performing ?? shared }

    /// Makes a phone the one of this process.
    package static func connect(_ phone: Phone) { connected.withLock { $0 = phone } }

    /// Runs code as on this phone, with its entitlements.
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$performing.withValue(self, operation: body)
    }

    /// Runs asynchronous code as on this phone, with its entitlements.
    public func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$performing.withValue(self, operation: body, isolation: isolation)
    }
}
