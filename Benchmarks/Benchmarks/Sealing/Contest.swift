import Benchmark
import Foundation

/// Ways to do the same work, done in turns, so that whatever else the machine does slows all of them alike.
///
/// The benchmark library times one way after the other, minutes apart; the turns are therefore timed here, and handed to it
/// as measurements of the contest's own: the nanoseconds of each way, and in every turn ours in thousandths of the floor.
struct Contest {
    /// One way.
    struct Way {
        let name: String
        let run: () async throws -> Void

        init(_ name: String, _ run: @escaping () async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// The names of the toolkit's way and of the least that the work can cost.
    static let (ours, floor) = ("ours", "floor")
    private static let ratio = "ratio"
    /// Whether the contests are only to show that they work.
    private static let isQuick = ProcessInfo.processInfo.environment["SEALEDPUSH_BENCHMARKS_QUICK"] != nil

    /// The work.
    let name: String
    /// How often each way does the work in its turn.
    let repetitions: Int
    /// For how long, in seconds.
    let seconds: Int
    /// The ways by name, the same as those of ``makeWays``.
    let wayNames: [String]
    /// Makes the ways; everything that they need beforehand is made here.
    let makeWays: @Sendable () throws -> [Way]

    init(
        _ name: String, repetitions: Int, seconds: Int = 4, ways: [String],
        _ makeWays: @escaping @Sendable () throws -> [Way]
    ) {
        self.name = name
        self.repetitions = repetitions
        self.seconds = seconds
        wayNames = ways
        self.makeWays = makeWays
    }

    /// Registers the contest as a benchmark.
    func register() {
        let hasRatio = wayNames.contains(Self.ours) && wayNames.contains(Self.floor)
        let metrics = (wayNames + (hasRatio ? [Self.ratio] : [])).map { BenchmarkMetric.custom($0) }
        let configuration = Benchmark.Configuration(
            metrics: metrics, units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
            warmupIterations: Self.isQuick ? 1 : 10,
            maxDuration: Self.isQuick ? .milliseconds(100) : .seconds(seconds), maxIterations: 100_000)
        Benchmark(name, configuration: configuration) { (benchmark: Benchmark, ways: [Way]) async throws in
            var times: [String: Int] = [:]
            // Who comes first changes with each turn, since the caches are warmer for whoever comes second.
            for way in benchmark.currentIteration.isMultiple(of: 2) ? ways : ways.reversed() {
                times[way.name] = try await nanoseconds(way)
            }
            for (name, time) in times { benchmark.measurement(.custom(name), time) }
            if let ours = times[Self.ours], let floor = times[Self.floor] {
                benchmark.measurement(.custom(Self.ratio), ours * 1_000 / max(1, floor))
            }
        } setup: {
            try makeWays()
        }
    }

    /// The time of one repetition.
    private func nanoseconds(_ way: Way) async throws -> Int {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<repetitions { try await way.run() }
        let (seconds, attoseconds) = (clock.now - start).components
        return (Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)) / repetitions
    }
}

/// A contest that cannot be held, because somebody does not do the work.
struct UnfairContest: Error {
    let reason: String
}
