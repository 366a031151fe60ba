/// A way to do the work of a contest.
protocol Way {
    var name: String { get }
}

/// One on the thread that measures.
struct SequentialWay: Way {
    let name: String
    let run: () throws -> Void

    init(_ name: String, _ run: @escaping () throws -> Void) {
        self.name = name
        self.run = run
    }
}

/// One whose threads wait for each other.
struct ConcurrentWay: Way {
    let name: String
    /// Where the work is done, if not where everything is.
    let executor: (any TaskExecutor)?
    let run: () async throws -> Void

    init(_ name: String, on executor: (any TaskExecutor)? = nil, _ run: @escaping () async throws -> Void) {
        self.name = name
        self.executor = executor
        self.run = run
    }
}
