import Foundation
public import PushSealer

/// The harness: seals a payload, opens it again, and reports each law that the payload breaks, in which suite and with
/// which padding.
public struct RoundTrip: Sendable {
    /// The keys to seal and open with.
    public let keys: RoundTripKeys
    /// Other keys of the same roles, which must not open anything.
    let otherKeys: RoundTripKeys
    /// The suites to check; suites without a key in ``keys`` are skipped.
    public var suites = SealingSuite.allCases
    /// The paddings to check.
    public var paddings: [Padding] = [.none, .standard, .maximum]
    /// The laws to check.
    public var laws = Law.allCases
    /// The app's bundle id, to which everything is sealed.
    public var topic = "com.example.app"
    /// The audience: the receiving account or installation.
    public var audience = ""
    /// The alert in the clear.
    public var placeholder = Placeholder.standard
    /// The other options of a seal; the harness sets suite, padding and push type, and takes no overflow steps.
    public var options = SealOptions()
    /// The number of samples, evenly spread, for a law about every bit or every length; `.max` for all of them.
    public var samples = 64
    /// The implementation under test.
    public var implementation = Implementation.toolkit
    /// The cases to check beside the payloads of a run.
    package var corpus: [CorpusCase] = []

    /// Creates a harness over all suites, paddings and laws.
    ///
    /// - Throws: `KeyError` with `wrongRole` for a keyring of another role, `wrongHalf` for one without secrets,
    ///   `noActiveKey` for one without a key to seal with.
    public init(keys: RoundTripKeys) throws(KeyError) {
        try keys.check()
        self.keys = keys
        var others = try RoundTripKeys.generate()
        // A key of other purposes would be refused for another reason.
        if let purposes = try keys.shared?.primary.sharedKey?.purposes {
            others.shared = try .generate(name: "shared", role: .shared, purposes: purposes)
        }
        otherKeys = others
    }

    /// The suites to check that both halves implement.
    fileprivate var implementedSuites: [SealingSuite] {
        suites.filter { implementation.sealedSuites.contains($0) && implementation.openedSuites.contains($0) }
    }

    /// Checks every law with one payload, in every suite and with every padding.
    ///
    /// Without a push type, it is derived from the content, or is `alert` if the content is ambiguous. Members that the system
    /// reads for the push type are left visible, as sealing such a payload requires.
    ///
    /// - Returns: One outcome for each law, padding and suite, ordered by suite, then padding, then law.
    public func check(_ payload: Payload, pushType: PushType? = nil) async -> [LawOutcome] {
        var outcomes: [LawOutcome] = []
        for suite in implementedSuites where keys.have(suite) {
            for padding in paddings {
                outcomes += await check(payload, pushType: pushType, suite: suite, padding: padding)
            }
        }
        return outcomes
    }

    /// Checks every law with one payload in one suite with one padding.
    package func check(
        _ payload: Payload, pushType: PushType? = nil, suite: SealingSuite, padding: Padding
    ) async -> [LawOutcome] {
        let pushType = pushType ?? PushType.derived(from: payload) ?? .alert
        func outcome(_ law: Law, _ verdict: LawOutcome.Verdict) -> LawOutcome {
            LawOutcome(law: law, suite: suite, padding: padding, verdict: verdict)
        }
        let laws = laws.filter(\.isAboutPayloads)
        do {
            let check = try await LawCheck(
                of: self, payload: payload, pushType: pushType, suite: suite, padding: padding)
            var outcomes: [LawOutcome] = []
            for law in laws { outcomes.append(outcome(law, await check.verdict(on: law))) }
            return outcomes
        } catch {
            let verdict: LawOutcome.Verdict =
                switch error {
                case let verdict as LawOutcome.Verdict: verdict
                case let error as SealError: .notSealed("\(error.code): \(error.reason)")
                default: .broken("the payload could not be sealed: \(error)")
                }
            return laws.map { outcome($0, verdict) }
        }
    }
}

extension RoundTrip {
    /// Checks every law with many payloads, on all cores.
    ///
    /// Each case is sealed in every suite with every padding. A random payload is sealed in one suite with one padding,
    /// chosen by its seed, so that a seed always gives the same combination and all combinations are used equally. Of
    /// laws about every bit or every length, at most 16 samples are tried with a random payload.
    ///
    /// The random payloads follow the cases; each has the next seed. The report does not depend on the number of cores.
    public func run(
        _ cases: [RoundTripCase], random: Int = 0, seed: UInt64 = 1
    ) async -> RoundTripReport {
        let jobs = Jobs(of: self, cases: cases, random: random, seed: seed)
        var report = RoundTripReport(
            laws: jobs.laws, suites: jobs.checkedSuites, payloads: cases.count, random: jobs.random, seed: seed,
            corpus: jobs.corpus.count)
        await withTaskGroup(of: (number: Int, result: Jobs.Result).self) { group in
            var numbers = (0..<jobs.count).makeIterator()
            func startNext() {
                guard !Task.isCancelled, let number = numbers.next() else { return }
                group.addTask { (number, await jobs.result(of: number)) }
            }
            for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) { startNext() }
            // Results are added in the order of the run, so that the report does not depend on the number of cores.
            var waiting: [Int: Jobs.Result] = [:]
            var added = 0
            while let (number, result) = await group.next() {
                startNext()
                waiting[number] = result
                while let result = waiting.removeValue(forKey: added) {
                    report.add(result.outcomes, of: result.case, named: result.name, row: result.row)
                    added += 1
                }
            }
        }
        return report
    }
}

/// The parts of a run, each of which can be done on any core: seals of payloads, then cases of the corpus.
private struct Jobs: Sendable {
    /// The outcomes of a seal or of a case of the corpus, with its name, its payload and its row of the report.
    typealias Result = (outcomes: [LawOutcome], name: String, case: RoundTripCase?, row: Int)

    let harness: RoundTrip
    let cases: [RoundTripCase]
    let random: Int
    let seed: UInt64
    /// The cases of the corpus, each with the suite under which it is reported.
    let corpus: [(case: CorpusCase, suite: SealingSuite)]
    private let seals: [(suite: SealingSuite, padding: Padding)]

    init(of harness: RoundTrip, cases: [RoundTripCase], random: Int, seed: UInt64) {
        let suites = harness.implementedSuites
        self.harness = harness
        self.cases = cases
        self.seed = seed
        seals = suites.filter(harness.keys.have).flatMap { suite in harness.paddings.map { (suite, $0) } }
        self.random = seals.isEmpty ? 0 : max(random, 0)
        corpus = harness.corpus.compactMap { corpusCase in
            guard harness.laws.contains(corpusCase.law) else { return nil }
            // A case without an envelope is reported under the first suite.
            guard let suite = corpusCase.suites.first ?? suites.first else { return nil }
            return suites.contains(suite) ? (corpusCase, suite) : nil
        }
    }

    private var payloadCount: Int { cases.count * seals.count + random }

    var count: Int { payloadCount + corpus.count }

    /// The laws that some job checks.
    var laws: [Law] {
        harness.laws.filter { law in
            law.isAboutPayloads ? payloadCount > 0 || corpus.isEmpty : corpus.contains { $0.case.law == law }
        }
    }

    /// The suites of some job.
    var checkedSuites: [SealingSuite] {
        harness.implementedSuites.filter { suite in harness.keys.have(suite) || corpus.contains { $0.suite == suite } }
    }

    func result(of number: Int) async -> Result {
        guard number < payloadCount else {
            let (corpusCase, suite) = corpus[number - payloadCount]
            let suites = harness.implementedSuites
            let outcome = await corpusCase.outcome(on: harness.implementation, in: suite, of: suites)
            return ([outcome], corpusCase.name, nil, cases.count + 1 + number - payloadCount)
        }
        // Each case in all combinations, then each random payload in the one that its seed chooses.
        let random = number - cases.count * seals.count
        let seed = random < 0 ? nil : seed &+ UInt64(random)
        let payload = seed.map { RoundTripCase(randomWithSeed: $0) } ?? cases[number / seals.count]
        let (suite, padding) = seals[Int((seed ?? UInt64(number)) % UInt64(seals.count))]
        var harness = harness
        // There are many random payloads, and they vary the content.
        if seed != nil { harness.samples = min(harness.samples, 16) }
        let outcomes = await harness.check(
            payload.payload, pushType: payload.pushType, suite: suite, padding: padding)
        return (outcomes, payload.name, payload, min(number / seals.count, cases.count))
    }
}
