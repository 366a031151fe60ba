import Benchmark

/// Ways to do the same work, measured in turns, so that whatever else the machine does slows all of them alike.
struct Contest {
    /// One way.
    struct Way {
        let name: String
        let run: () throws -> Void
    }

    /// The work.
    let name: String
    /// Ours first, then the floor, then what a user would otherwise write.
    let ways: [Way]
    /// How often each way does the work in its turn.
    let repetitions: Int

    init(_ name: String, repetitions: Int, _ ways: KeyValuePairs<String, () throws -> Void>) {
        self.name = name
        self.repetitions = repetitions
        self.ways = ways.map { Way(name: $0.key, run: $0.value) }
    }

    /// Registers the contest: each way's nanoseconds, and ours in thousandths of the floor, turn by turn.
    func register() {
        let metrics = (ways.map(\.name) + ["ratio"]).map { BenchmarkMetric.custom($0) }
        let configuration = Benchmark.Configuration(
            metrics: metrics, units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
            warmupIterations: 20, maxDuration: .seconds(4), maxIterations: 20_000)
        Benchmark(name, configuration: configuration) { benchmark in
            let times = try ways.map { way in try nanoseconds { try way.run() } }
            for (metric, time) in zip(metrics, times) { benchmark.measurement(metric, time) }
            guard let metric = metrics.last, times.count > 1 else { return }
            benchmark.measurement(metric, times[0] * 1_000 / max(1, times[1]))
        }
    }

    private func nanoseconds(_ work: () throws -> Void) rethrows -> Int {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<repetitions { try work() }
        let (seconds, attoseconds) = (clock.now - start).components
        return (Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)) / repetitions
    }
}
