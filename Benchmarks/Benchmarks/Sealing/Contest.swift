import Benchmark
import Foundation

/// Ways to do the same work, done in turns, so that whatever else the machine does slows all of them alike.
///
/// The benchmark library times one way after the other, minutes apart; the turns are therefore timed here, and handed to it
/// as measurements of the contest's own: the nanoseconds of each way, and in every turn ours in thousandths of the floor.
/// They are of the processor's time, which does not count how long others had the processor.
struct Contest {
    /// What makes the ways, and everything that they need beforehand.
    private enum Maker {
        case sequential(@Sendable () throws -> [SequentialWay])
        case concurrent(@Sendable () throws -> [ConcurrentWay])
    }

    /// The names of the toolkit's way and of the least that the work can cost.
    static let (ours, floor) = ("ours", "floor")
    /// Whether the contests are only to show that they work.
    static let isQuick = ProcessInfo.processInfo.environment["SEALEDPUSH_BENCHMARKS_QUICK"] != nil

    /// The work.
    let name: String
    /// How often each way does the work in its turn.
    let repetitions: Int
    /// How many turns there are, unless the machine is too loud for as many in 20 seconds.
    let turns: Int
    /// The ways by name, the same as those that are made.
    let wayNames: [String]
    private let maker: Maker

    init(
        _ name: String, repetitions: Int, turns: Int = 3_000, ways: [String],
        _ makeWays: @escaping @Sendable () throws -> [SequentialWay]
    ) {
        (self.name, self.repetitions, self.turns, wayNames) = (name, repetitions, turns, ways)
        maker = .sequential(makeWays)
    }

    /// A contest of which the time that goes by is another than the processor's.
    init(
        concurrent name: String, repetitions: Int, turns: Int, ways: [String],
        _ makeWays: @escaping @Sendable () throws -> [ConcurrentWay]
    ) {
        (self.name, self.repetitions, self.turns, wayNames) = (name, repetitions, turns, ways)
        maker = .concurrent(makeWays)
    }

    /// Registers the contest as a benchmark.
    ///
    /// What is not concurrent runs on the thread that the library measures on: for anything else the library wakes three
    /// threads in every turn, and the processors that they wake are in the way of the one that works.
    func register() {
        switch maker {
        case .sequential(let make):
            Benchmark(name, configuration: configuration(areConcurrent: false)) {
                (benchmark: Benchmark, ways: [SequentialWay]) throws in
                var turn = Turn(repetitions)
                for way in participants(of: ways, in: benchmark) {
                    turn.start()
                    for _ in 0..<repetitions { try way.run() }
                    turn.end(way.name)
                }
                turn.report(to: benchmark)
            } setup: {
                try make()
            }
        case .concurrent(let make):
            Benchmark(name, configuration: configuration(areConcurrent: true)) {
                (benchmark: Benchmark, ways: [ConcurrentWay]) async throws in
                var turn = Turn(repetitions, isConcurrent: true)
                for way in participants(of: ways, in: benchmark) {
                    turn.start()
                    for _ in 0..<repetitions { try await way.run() }
                    turn.end(way.name)
                }
                turn.report(to: benchmark)
            } setup: {
                try make()
            }
        }
    }

    private func configuration(areConcurrent: Bool) -> Benchmark.Configuration {
        let metrics = Turn.metrics(of: wayNames, areConcurrent: areConcurrent)
        return Benchmark.Configuration(
            metrics: metrics, units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
            warmupIterations: Self.isQuick ? 1 : 10,
            maxDuration: Self.isQuick ? .milliseconds(100) : .seconds(20), maxIterations: turns)
    }

    /// The ways that take part in a turn, in order.
    ///
    /// Who comes first changes with each turn, since the caches are warmer for whoever comes second. Where there is a floor,
    /// what is neither that nor ours takes part in every sixteenth turn only: it would leave the caches cold for them.
    private func participants<Entrant: Way>(of ways: [Entrant], in benchmark: Benchmark) -> [Entrant] {
        let turn = benchmark.currentIteration
        let isForAll = turn.isMultiple(of: 16) || !wayNames.contains(Self.floor)
        let ways = isForAll ? ways : ways.filter { [Self.ours, Self.floor].contains($0.name) }
        return turn.isMultiple(of: 2) ? ways : ways.reversed()
    }
}

/// A contest that cannot be held, because somebody does not do the work.
struct UnfairContest: Error {
    let reason: String
}
