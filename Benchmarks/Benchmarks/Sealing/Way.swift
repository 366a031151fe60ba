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
    let run: () async throws -> Void

    init(_ name: String, _ run: @escaping () async throws -> Void) {
        self.name = name
        self.run = run
    }
}
