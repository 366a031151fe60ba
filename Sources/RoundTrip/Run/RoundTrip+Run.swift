import Foundation
import PushPayload
import SealedEnvelope

extension RoundTrip {
    /// The number of samples for a law about every bit or every length with a random payload: there are many payloads,
    /// and they vary the content.
    private static let randomSamples = 16

    /// Checks every law with many payloads, on all cores.
    ///
    /// Each case is sealed in every suite with every padding. A random payload is sealed in one suite with one padding,
    /// chosen by its seed, so that a seed always gives the same combination and all combinations are used equally. Of
    /// laws about every bit or every length, at most 16 samples are tried with a random payload. The first payload that
    /// breaks each law is shrunk.
    ///
    /// - Parameters:
    ///   - cases: The payloads.
    ///   - random: The number of random payloads after the cases.
    ///   - seed: The seed of the first random payload; each further one has the next seed.
    ///   - progress: Called after each sealed payload with the number done and the total.
    /// - Returns: The report; it does not depend on the number of cores.
    public func run(
        _ cases: [RoundTripCase],
        random: Int = 0,
        seed: UInt64 = 1,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> RoundTripReport {
        let random = seals.isEmpty ? 0 : max(random, 0)
        let total = cases.count * seals.count + random
        var report = RoundTripReport(
            laws: laws, suites: suites.filter(keys.have), cases: cases.map(\.name), random: random, seed: seed)
        await withTaskGroup(of: (number: Int, part: Part, outcomes: [LawOutcome]).self) { group in
            var numbers = (0..<total).makeIterator()
            func startNext() {
                guard !Task.isCancelled, let number = numbers.next() else { return }
                group.addTask {
                    let part = part(number, of: cases, seed: seed)
                    return (number, part, await check(part))
                }
            }
            for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) { startNext() }
            // Results are added in the order of the run, so that the report does not depend on the number of cores.
            var waiting: [Int: (Part, [LawOutcome])] = [:]
            var (done, added) = (0, 0)
            while let (number, part, outcomes) = await group.next() {
                startNext()
                done += 1
                progress(done, total)
                waiting[number] = (part, outcomes)
                while let (part, outcomes) = waiting.removeValue(forKey: added) {
                    report.add(outcomes, of: part.payload, row: part.row)
                    added += 1
                }
            }
        }
        await shrinkFirstFailures(of: &report)
        return report
    }

    /// One payload in one suite with one padding; the row is the index of the case, or the number of cases for a random
    /// payload.
    private typealias Part = (payload: RoundTripCase, row: Int, suite: SealingSuite, padding: Padding)

    /// Returns a part of the run by its number; the list of all may be too long for memory.
    private func part(_ number: Int, of cases: [RoundTripCase], seed: UInt64) -> Part {
        let seals = seals
        let row = number / seals.count
        guard row >= cases.count else {
            let seal = seals[number % seals.count]
            return (cases[row], row, seal.suite, seal.padding)
        }
        let seed = seed &+ UInt64(number - cases.count * seals.count)
        let seal = seals[Int(seed % UInt64(seals.count))]
        return (RoundTripCase(randomWithSeed: seed), cases.count, seal.suite, seal.padding)
    }

    private func check(_ part: Part) async -> [LawOutcome] {
        await harness(for: part.payload).check(
            part.payload.payload, pushType: part.payload.pushType, suite: part.suite, padding: part.padding)
    }

    private func shrinkFirstFailures(of report: inout RoundTripReport) async {
        var shrunk: Set<Law> = []
        for index in report.failures.indices where shrunk.insert(report.failures[index].outcome.law).inserted {
            let failure = report.failures[index]
            report.failures[index].smallest = await harness(for: failure.case).shrink(
                failure.case.payload, pushType: failure.case.pushType, breaking: failure.outcome)
        }
    }

    private func harness(for payload: RoundTripCase) -> RoundTrip {
        var harness = self
        if payload.seed != nil { harness.samples = min(samples, Self.randomSamples) }
        return harness
    }
}
