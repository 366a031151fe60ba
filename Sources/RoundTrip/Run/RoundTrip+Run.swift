import Foundation
import PushPayload
import SealedEnvelope
import Synchronization

extension RoundTrip {
    /// Checks every law with many payloads, on all cores.
    ///
    /// Each case is sealed in every suite with every padding. A random payload is sealed in one suite with one padding,
    /// chosen by its seed, so that a seed always gives the same combination and all combinations are used equally. Of
    /// laws about every bit or every length, at most 16 samples are tried with a random payload. Members that the
    /// system reads for a push type are left visible, as sealing such a payload requires. The first payload that breaks
    /// each law is shrunk.
    ///
    /// - Parameters:
    ///   - cases: The payloads.
    ///   - random: The random payloads after the cases.
    ///   - progress: Called from any thread after each sealed payload, with the number done and the total.
    /// - Returns: The report; it does not depend on the number of cores.
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

/// The progress of a run, shared by its tasks.
private final class RunCounter: Sendable {
    let started = Atomic(0)
    let done = Atomic(0)
}

/// The list of seals to check.
///
/// It may be too long for memory, so each entry is computed from its number.
struct RunPlan: Sendable {
    let harness: RoundTrip
    let cases: [RoundTripCase]
    let random: RandomPayloads
    /// The combinations of suite and padding that the keys permit.
    let seals: [(suite: SealingSuite, padding: Padding)]

    init(harness: RoundTrip, cases: [RoundTripCase], random: RandomPayloads) {
        self.harness = harness
        self.cases = cases
        self.random = random
        seals = harness.suites.filter(harness.keys.have).flatMap { suite in harness.paddings.map { (suite, $0) } }
    }

    /// The number of samples of an exhaustive law with a random payload: there are many payloads, and they vary the
    /// content.
    private static let randomEffort = 16

    /// One payload in one suite with one padding.
    struct Unit {
        let number: Int
        /// The index of the case; nil for a random payload.
        let caseIndex: Int?
        /// The seed of a random payload.
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

    /// Shrinks the first failure of each law.
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
