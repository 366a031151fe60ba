import Benchmark
import Foundation

/// Ways to do the same work, done in turns, so that whatever else the machine does slows all of them alike.
///
/// The benchmark library times one way after the other, minutes apart; the turns are therefore timed here, and handed to it
/// as measurements of the contest's own: the nanoseconds of each way, and in every turn ours in thousandths of the floor.
/// They are of the processor's time, which does not count how long others had the processor.
struct Contest {
    /// One way.
    struct Way {
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

    /// The names of the toolkit's way and of the least that the work can cost.
    static let (ours, floor) = ("ours", "floor")
    private static let ratio = "ratio"
    /// What follows the name of a measurement of the time that went by.
    private static let elapsed = " elapsed"
    /// Whether the contests are only to show that they work.
    private static let isQuick = ProcessInfo.processInfo.environment["SEALEDPUSH_BENCHMARKS_QUICK"] != nil

    /// The work.
    let name: String
    /// How often each way does the work in its turn.
    let repetitions: Int
    /// For how long, in seconds.
    let seconds: Int
    /// Whether threads wait for each other, so that the time that goes by is another than the processor's.
    let isConcurrent: Bool
    /// The ways by name, the same as those of ``makeWays``.
    let wayNames: [String]
    /// Makes the ways; everything that they need beforehand is made here.
    let makeWays: @Sendable () throws -> [Way]

    init(
        _ name: String, repetitions: Int, seconds: Int = 3, isConcurrent: Bool = false, ways: [String],
        _ makeWays: @escaping @Sendable () throws -> [Way]
    ) {
        self.name = name
        self.repetitions = repetitions
        self.seconds = seconds
        self.isConcurrent = isConcurrent
        wayNames = ways
        self.makeWays = makeWays
    }

    /// Registers the contest as a benchmark.
    func register() {
        let names = wayNames + (wayNames.contains(Self.floor) ? [Self.ratio] : [])
        let metrics = (names + (isConcurrent ? names.map { $0 + Self.elapsed } : [])).map { BenchmarkMetric.custom($0) }
        let configuration = Benchmark.Configuration(
            metrics: metrics, units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
            warmupIterations: Self.isQuick ? 1 : 10,
            maxDuration: Self.isQuick ? .milliseconds(100) : .seconds(seconds), maxIterations: 100_000)
        Benchmark(name, configuration: configuration) { (benchmark: Benchmark, ways: [Way]) async throws in
            var times: [String: Int] = [:]
            // Who comes first changes with each turn, since the caches are warmer for whoever comes second.
            for way in benchmark.currentIteration.isMultiple(of: 2) ? ways : ways.reversed() {
                let (computed, elapsed) = try await nanoseconds(way)
                times[way.name] = computed
                if isConcurrent { times[way.name + Self.elapsed] = elapsed }
            }
            for suffix in isConcurrent ? ["", Self.elapsed] : [""] {
                guard let ours = times[Self.ours + suffix], let floor = times[Self.floor + suffix] else { continue }
                times[Self.ratio + suffix] = ours * 1_000 / max(1, floor)
            }
            for (name, time) in times { benchmark.measurement(.custom(name), time) }
        } setup: {
            try makeWays()
        }
    }

    /// The time of one repetition: the processor's, and what went by.
    private func nanoseconds(_ way: Way) async throws -> (computed: Int, elapsed: Int) {
        let (computed, elapsed) = (Self.now(CLOCK_PROCESS_CPUTIME_ID), Self.now(CLOCK_MONOTONIC))
        try await withTaskExecutorPreference(way.executor) {
            for _ in 0..<repetitions { try await way.run() }
        }
        return (
            (Self.now(CLOCK_PROCESS_CPUTIME_ID) - computed) / repetitions,
            (Self.now(CLOCK_MONOTONIC) - elapsed) / repetitions
        )
    }

    private static func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// A contest that cannot be held, because somebody does not do the work.
struct UnfairContest: Error {
    let reason: String
}
