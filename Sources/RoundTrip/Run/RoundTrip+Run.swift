import Foundation
import PushPayload
import SealedEnvelope

extension RoundTrip {
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
        let seals = seals
        let random = seals.isEmpty ? 0 : max(random, 0)
        let total = cases.count * seals.count + random
        var report = RoundTripReport(
            laws: laws, suites: suites.filter(keys.have), cases: cases.map(\.name), random: random, seed: seed)
        await withTaskGroup(of: (number: Int, payload: RoundTripCase, outcomes: [LawOutcome]).self) { group in
            var numbers = (0..<total).makeIterator()
            func startNext() {
                guard !Task.isCancelled, let number = numbers.next() else { return }
                group.addTask {
                    // Each case in all combinations, then each random payload in the one that its seed chooses.
                    let random = number - cases.count * seals.count
                    let seed = random < 0 ? nil : seed &+ UInt64(random)
                    let payload = seed.map { RoundTripCase(randomWithSeed: $0) } ?? cases[number / seals.count]
                    let (suite, padding) = seals[Int((seed ?? UInt64(number)) % UInt64(seals.count))]
                    let outcomes = await harness(for: payload).check(
                        payload.payload, pushType: payload.pushType, suite: suite, padding: padding)
                    return (number, payload, outcomes)
                }
            }
            for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) { startNext() }
            // Results are added in the order of the run, so that the report does not depend on the number of cores.
            var waiting: [Int: (RoundTripCase, [LawOutcome])] = [:]
            var (done, added) = (0, 0)
            while let (number, payload, outcomes) = await group.next() {
                startNext()
                done += 1
                progress(done, total)
                waiting[number] = (payload, outcomes)
                while let (payload, outcomes) = waiting.removeValue(forKey: added) {
                    report.add(outcomes, of: payload, row: min(added / seals.count, cases.count))
                    added += 1
                }
            }
        }
        var shrunk: Set<Law> = []
        for index in report.failures.indices where shrunk.insert(report.failures[index].outcome.law).inserted {
            let failure = report.failures[index]
            report.failures[index].smallest = await harness(for: failure.case).shrink(
                failure.case.payload, pushType: failure.case.pushType, breaking: failure.outcome)
        }
        return report
    }

    private func harness(for payload: RoundTripCase) -> RoundTrip {
        var harness = self
        // There are many random payloads, and they vary the content.
        if payload.seed != nil { harness.samples = min(samples, 16) }
        return harness
    }
}
