import Foundation
import PushPayload
import SealedEnvelope
import Synchronization

extension RoundTrip {
    /// Checks every law with many payloads, on all cores, and counts what came of it.
    ///
    /// Each case is sealed in every suite with every padding. A random payload is sealed in one suite with one padding,
    /// which take turns by its seed, so that each combination gets its share and a seed always means the same; of the
    /// laws that speak of every bit and every length, 16 are tried with it at most. What the
    /// system itself reads of a push type is left visible, as whoever seals such a payload must. Of each broken law the
    /// first payload is shrunk.
    ///
    /// - Parameters:
    ///   - cases: The payloads.
    ///   - random: How many random payloads come after them.
    ///   - progress: Called from any thread after each payload sealed, with how many are done and how many there are.
    /// - Returns: What was counted; it is the same on one core as on many.
    public func run(
        _ cases: [RoundTripCase],
        random: RandomPayloads = RandomPayloads(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> RoundTripReport {
        let plan = RunPlan(harness: self, cases: cases, random: random)
        let counter = RunCounter()
        var report = await withTaskGroup(of: RoundTripReport.self) { group in
            for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) {
                group.addTask {
                    var part = plan.emptyReport
                    while !Task.isCancelled {
                        let number = counter.started.add(1, ordering: .relaxed).oldValue
                        guard number < plan.count else { break }
                        part.add(await plan.outcomes(ofUnit: number), of: plan.unit(number))
                        progress(counter.done.add(1, ordering: .relaxed).newValue, plan.count)
                    }
                    return part
                }
            }
            return await group.reduce(into: plan.emptyReport) { $0.merge($1) }
        }
        await plan.shrinkFirstFailures(of: &report)
        return report
    }
}

/// How far a run is, for those who share its work.
private final class RunCounter: Sendable {
    let started = Atomic(0)
    let done = Atomic(0)
}

/// What is to be sealed and checked: a list too long to be kept, so each entry is made of its number.
struct RunPlan: Sendable {
    let harness: RoundTrip
    let cases: [RoundTripCase]
    let random: RandomPayloads
    /// The ways to seal that the keys allow.
    let seals: [(suite: SealingSuite, padding: Padding)]

    init(harness: RoundTrip, cases: [RoundTripCase], random: RandomPayloads) {
        self.harness = harness
        self.cases = cases
        self.random = random
        seals = harness.suites.filter(harness.keys.have).flatMap { suite in harness.paddings.map { (suite, $0) } }
    }

    /// How much of an exhaustive law is tried with a random payload: there are many of them, and content is their point.
    private static let randomEffort = 16

    /// One payload in one suite with one padding.
    struct Unit {
        let number: Int
        /// The place of the case; nil for a random payload.
        let caseIndex: Int?
        /// What a random payload is made from.
        let seed: UInt64?
        let suite: SealingSuite
        let padding: Padding
    }

    var count: Int { seals.isEmpty ? 0 : cases.count * seals.count + random.count }

    var emptyReport: RoundTripReport {
        RoundTripReport(
            laws: harness.laws, suites: harness.suites.filter(harness.keys.have), cases: cases.map(\.name),
            random: random)
    }

    func unit(_ number: Int) -> Unit {
        let index = number / seals.count
        guard index >= cases.count else {
            let seal = seals[number % seals.count]
            return Unit(number: number, caseIndex: index, seed: nil, suite: seal.suite, padding: seal.padding)
        }
        let seed = random.seed &+ UInt64(number - cases.count * seals.count)
        let seal = seals[Int(seed % UInt64(seals.count))]
        return Unit(number: number, caseIndex: nil, seed: seed, suite: seal.suite, padding: seal.padding)
    }

    func outcomes(ofUnit number: Int) async -> [LawOutcome] {
        let unit = unit(number)
        let (payload, pushType) = payload(caseIndex: unit.caseIndex, seed: unit.seed)
        return await harness(for: pushType, isRandom: unit.seed != nil).check(
            payload, pushType: pushType, suite: unit.suite, padding: unit.padding)
    }

    /// Shrinks what broke each law first.
    func shrinkFirstFailures(of report: inout RoundTripReport) async {
        var shrunk: Set<Law> = []
        for index in report.failures.indices where shrunk.insert(report.failures[index].outcome.law).inserted {
            let failure = report.failures[index]
            let (payload, pushType) = payload(caseIndex: failure.caseIndex, seed: failure.seed)
            report.failures[index].smallest = await harness(for: pushType, isRandom: failure.seed != nil).shrink(
                payload, pushType: pushType, breaking: failure.outcome)
        }
    }

    private func payload(caseIndex: Int?, seed: UInt64?) -> (Payload, PushType) {
        if let caseIndex {
            let entry = cases[caseIndex]
            return (entry.payload, entry.pushType ?? PushType.derived(from: entry.payload) ?? .alert)
        }
        let random = RandomPayload(seed: seed ?? self.random.seed)
        return (random.payload, random.pushType)
    }

    private func harness(for pushType: PushType, isRandom: Bool) -> RoundTrip {
        var harness = harness
        if isRandom, harness.effort.isMore(than: Self.randomEffort) { harness.effort = .sampled(Self.randomEffort) }
        harness.options.visible += pushType.readBySystem
        return harness
    }
}
