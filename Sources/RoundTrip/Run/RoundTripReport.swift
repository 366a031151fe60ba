public import PushPayload
public import SealedEnvelope

/// The results of a run: every law in every suite, the failures, and the payloads that were not tried.
public struct RoundTripReport: Sendable {
    /// A law that a payload breaks.
    public struct Failure: Sendable {
        /// The payload.
        public let `case`: RoundTripCase
        /// The law, the suite, the padding, and the violation.
        public let outcome: LawOutcome
        /// The number of seals of the same payload, or of random payloads, that break the law in this suite.
        public internal(set) var count = 1
        /// The smallest payload that breaks the law, with its outcome; only for each law's first failure, otherwise
        /// nil.
        public internal(set) var smallest: (payload: Payload, outcome: LawOutcome)?
        /// The index of the case, or the number of cases for a random payload.
        package let row: Int
    }

    /// A payload that the sealer refuses, so that no law was tried with it.
    public struct Skip: Sendable {
        /// The payload's name.
        public let name: String
        /// The first refusal: code and reason.
        public let reason: String
        /// The number of refused seals; a payload may be too large with one padding and fit with another.
        public internal(set) var count = 1
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
        /// The first reason why the law does not apply or the sealer refused.
        package internal(set) var reason: String?
    }

    /// The laws that were checked.
    public let laws: [Law]
    /// The suites that were checked.
    public let suites: [SealingSuite]
    /// The names of the cases.
    public let cases: [String]
    /// The number of random payloads that followed the cases.
    public let random: Int
    /// The seed of the first random payload.
    public let seed: UInt64
    /// The broken laws, in the order of the run.
    public internal(set) var failures: [Failure] = []
    /// The payloads that were not sealed, in the order of the run.
    public internal(set) var skips: [Skip] = []
    private var tallies: [Cell: Tally] = [:]

    private struct Cell: Hashable {
        let law: Law
        let suite: SealingSuite
        let row: Int
    }

    init(laws: [Law], suites: [SealingSuite], cases: [String], random: Int, seed: UInt64) {
        self.laws = laws
        self.suites = suites
        self.cases = cases
        self.random = random
        self.seed = seed
    }

    /// Whether every law that was tried holds, and at least one was.
    public var isHeld: Bool { failures.isEmpty && trials > 0 }

    /// The total number of trials.
    public var trials: Int { tallies.values.reduce(0) { $0 + $1.trials } }

    /// Returns the results of a law in a suite, over all payloads.
    public func tally(of law: Law, in suite: SealingSuite) -> Tally {
        (0...cases.count).reduce(into: Tally()) { $0.add(tally(of: law, in: suite, row: $1)) }
    }

    /// Returns the results of a law in a suite for the case at an index, or for the random payloads after the last
    /// case.
    package func tally(of law: Law, in suite: SealingSuite, row: Int) -> Tally {
        tallies[Cell(law: law, suite: suite, row: row)] ?? Tally()
    }

    /// Adds the outcomes of one seal; of a case, a law and a suite the first failure is kept, and the others are
    /// counted.
    mutating func add(_ outcomes: [LawOutcome], of payload: RoundTripCase, row: Int) {
        for outcome in outcomes {
            tallies[Cell(law: outcome.law, suite: outcome.suite, row: row), default: Tally()].add(outcome.verdict)
            guard outcome.isBroken else { continue }
            let known = failures.firstIndex {
                $0.row == row && $0.outcome.law == outcome.law && $0.outcome.suite == outcome.suite
            }
            if let known {
                failures[known].count += 1
            } else {
                failures.append(Failure(case: payload, outcome: outcome, row: row))
            }
        }
        if case .notSealed(let reason) = outcomes.first?.verdict { skip(payload, row: row, because: reason) }
    }

    /// Keeps the first refusal of a case; refusals of random payloads are grouped by code, with which the reason
    /// starts.
    private mutating func skip(_ payload: RoundTripCase, row: Int, because reason: String) {
        let known = skips.firstIndex {
            $0.row == row && (payload.seed == nil || $0.reason.prefix { $0 != ":" } == reason.prefix { $0 != ":" })
        }
        if let known {
            skips[known].count += 1
        } else {
            skips.append(Skip(name: payload.name, reason: reason, row: row))
        }
    }
}

extension RoundTripReport.Tally {
    fileprivate mutating func add(_ verdict: LawOutcome.Verdict) {
        switch verdict {
        case .held(let trials):
            held += 1
            self.trials += trials
        case .broken:
            broken += 1
        case .doesNotApply(let reason):
            doesNotApply += 1
            self.reason = self.reason ?? reason
        case .notSealed(let reason):
            notSealed += 1
            self.reason = self.reason ?? reason
        }
    }

    fileprivate mutating func add(_ other: RoundTripReport.Tally) {
        held += other.held
        broken += other.broken
        doesNotApply += other.doesNotApply
        notSealed += other.notSealed
        trials += other.trials
    }
}

extension RoundTripReport.Failure {
    /// The failure as lines of text: the law, suite and padding, the payload's name, and the smallest payload that
    /// breaks the law.
    ///
    /// The last line, if the payload was shrunk, contains the smallest payload.
    public var lines: [String] {
        var lines = ["\(outcome.law) in \(outcome.suite.name), \(outcome.padding.words): \(outcome.message)"]
        lines.append("with \(`case`.name)\(count > 1 ? ", and in \(count - 1) seals more" : "")")
        guard let smallest else { return lines }
        let text = String(decoding: smallest.payload.serialized(), as: UTF8.self)
        if smallest.outcome.message != outcome.message { lines.append("shrunk: \(smallest.outcome.message)") }
        return lines + ["shown by \(text)"]
    }
}
