public import PushSealer

/// The results of a run: every law in every suite, the failures, and the payloads that were not tried.
public struct RoundTripReport: Sendable {
    /// A payload or a case of the corpus that breaks a law, or a payload that the sealer refuses.
    public struct Finding: Sendable {
        /// The name of the payload or of the case.
        public let name: String
        /// The payload; nil for a case of the corpus.
        public let `case`: RoundTripCase?
        /// The first outcome; its message describes the violation, or is the refusal's code and reason.
        public let outcome: LawOutcome
        /// The number of seals of the same payload, or of random payloads, that break the law in this suite or that are
        /// refused; a payload may be too large with one padding and fit with another.
        public internal(set) var count = 1
        /// The index of the case, or the number of cases for a random payload; larger for a case of the corpus.
        let row: Int
    }

    /// The results of one law in one suite.
    public struct Tally: Sendable {
        /// The number of seals in which the law holds.
        public internal(set) var held = 0
        /// The number of seals in which it is broken.
        public internal(set) var broken = 0
        /// The number of seals to which it does not apply.
        public internal(set) var doesNotApply = 0
        /// The number of seals that the sealer refused.
        public internal(set) var notSealed = 0
        /// The total number of trials.
        public internal(set) var trials = 0
    }

    /// The laws that were checked.
    public let laws: [Law]
    /// The suites that were checked.
    public let suites: [SealingSuite]
    /// The broken laws, in the order of the run.
    public internal(set) var failures: [Finding] = []
    /// The payloads that the sealer refuses, in the order of the run; no law was tried with them.
    public internal(set) var skips: [Finding] = []
    /// The number of cases.
    package let payloads: Int
    /// The number of random payloads that followed the cases.
    package let random: Int
    /// The seed of the first random payload.
    package let seed: UInt64
    /// The number of cases of the corpus.
    package let corpus: Int
    var tallies: [Law: [SealingSuite: Tally]] = [:]

    /// Whether every law that was tried holds, and at least one was.
    public var isHeld: Bool { failures.isEmpty && trials > 0 }

    /// The total number of trials.
    public var trials: Int { tallies.values.flatMap(\.values).reduce(0) { $0 + $1.trials } }

    /// Returns the results of a law in a suite, over all payloads.
    public func tally(of law: Law, in suite: SealingSuite) -> Tally {
        tallies[law]?[suite] ?? Tally()
    }

    /// Adds the outcomes of one seal, or of one case of the corpus.
    mutating func add(_ outcomes: [LawOutcome], of payload: RoundTripCase?, named name: String, row: Int) {
        for outcome in outcomes {
            tallies[outcome.law, default: [:]][outcome.suite, default: Tally()].add(outcome.verdict)
            guard outcome.isBroken else { continue }
            Self.add(Finding(name: name, case: payload, outcome: outcome, row: row), to: &failures) {
                $0.outcome.law == outcome.law && $0.outcome.suite == outcome.suite
            }
        }
        guard let outcome = outcomes.first, case .notSealed(let reason) = outcome.verdict else { return }
        // Refusals of random payloads are grouped by code, with which the reason starts.
        let isRandom = row == payloads
        Self.add(Finding(name: name, case: payload, outcome: outcome, row: row), to: &skips) {
            !isRandom || $0.outcome.message.prefix { $0 != ":" } == reason.prefix { $0 != ":" }
        }
    }

    /// Adds a finding, or counts it with the first similar one of the same row.
    private static func add(_ finding: Finding, to findings: inout [Finding], like isSimilar: (Finding) -> Bool) {
        if let known = findings.firstIndex(where: { $0.row == finding.row && isSimilar($0) }) {
            findings[known].count += 1
        } else {
            findings.append(finding)
        }
    }
}

extension RoundTripReport.Tally {
    fileprivate mutating func add(_ verdict: LawOutcome.Verdict) {
        switch verdict {
        case .held(let trials):
            held += 1
            self.trials += trials
        case .broken: broken += 1
        case .doesNotApply: doesNotApply += 1
        case .notSealed: notSealed += 1
        }
    }
}
