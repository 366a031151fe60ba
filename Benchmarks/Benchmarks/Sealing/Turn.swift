import Benchmark
import Foundation
import Silence

/// The times of all ways in one turn: the processor's, and what went by where threads wait for each other.
///
/// A way begins when nobody else uses the core; every turn counts, whoever comes then.
struct Turn {
    private static let ratio = "ratio"
    /// What follows the name of a measurement of the time that went by.
    private static let elapsed = " elapsed"
    /// For how long a way waits until nobody else uses the core, in milliseconds.
    private static let patience = 1_000

    private let repetitions: Int
    private let isConcurrent: Bool
    /// Where the clocks stood before the way that runs.
    private var begin = (computed: 0, elapsed: 0)
    /// Nanoseconds of one repetition.
    private var times: [String: Int] = [:]

    init(_ repetitions: Int, isConcurrent: Bool = false) {
        self.repetitions = repetitions
        self.isConcurrent = isConcurrent
    }

    /// What a turn of these ways reports.
    static func metrics(of ways: [String], areConcurrent: Bool) -> [BenchmarkMetric] {
        let names = ways + (ways.contains(Contest.floor) ? [ratio] : [])
        return (names + (areConcurrent ? names.map { $0 + elapsed } : [])).map { .custom($0) }
    }

    /// Begins to measure a way.
    mutating func start() {
        if !Contest.isQuick { waitForSilence() }
        begin = (Self.now(CLOCK_PROCESS_CPUTIME_ID), Self.now(CLOCK_MONOTONIC))
    }

    /// Ends to measure a way.
    mutating func end(_ way: String) {
        let computed = (Self.now(CLOCK_PROCESS_CPUTIME_ID) - begin.computed) / repetitions
        let elapsed = (Self.now(CLOCK_MONOTONIC) - begin.elapsed) / repetitions
        times[way] = computed
        if isConcurrent { times[way + Self.elapsed] = elapsed }
    }

    /// Hands the times to the library, and ours in thousandths of the floor.
    mutating func report(to benchmark: Benchmark) {
        for suffix in ["", Self.elapsed] {
            guard let ours = times[Contest.ours + suffix], let floor = times[Contest.floor + suffix] else { continue }
            times[Self.ratio + suffix] = ours * 1_000 / max(1, floor)
        }
        for (name, time) in times { benchmark.measurement(.custom(name), time) }
    }

    private func waitForSilence() {
        if isConcurrent { silence_wait_on_all(Self.patience) } else { silence_wait(Self.patience) }
    }

    private static func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
