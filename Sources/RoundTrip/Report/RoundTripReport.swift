public import PushPayload
public import SealedEnvelope

/// The results of a run: every law in every suite, the failures, and the payloads that were not tried.
public struct RoundTripReport: Sendable {
    /// A law that a payload breaks.
    public struct Failure: Sendable {
        /// The payload's name.
        public let name: String
        /// The seed of a random payload; nil for a case.
        public let seed: UInt64?
        /// The law, the suite, the padding, and the violation.
        public let outcome: LawOutcome
        /// The number of seals of the same payload, or of random payloads, that break the law in this suite.
        public internal(set) var count: Int
        /// The smallest payload that breaks the law, with its outcome; only for each law's first failure, otherwise
        /// nil.
        public internal(set) var smallest: (payload: Payload, outcome: LawOutcome)?
        /// The index of the case; nil for a random payload.
        package let caseIndex: Int?
        /// The position in the run, so that the first failure does not depend on the number of cores.
        let order: Int
    }

    /// A payload that the sealer refuses, so that no law was tried with it.
    public struct Skip: Sendable {
        /// The payload's name.
        public let name: String
        /// The first refusal: code and reason.
        public let reason: String
        /// The number of refused seals; a payload may be too large with one padding and fit with another.
        public internal(set) var count: Int
        let caseIndex: Int?
        let order: Int
    }

    /// The laws that were checked.
    public let laws: [Law]
    /// The suites that were checked.
    public let suites: [SealingSuite]
    /// The names of the cases.
    public let cases: [String]
    /// The random payloads that followed the cases.
    public let random: RandomPayloads
    /// The broken laws, in the order of the run.
    public internal(set) var failures: [Failure] = []
    /// The payloads that were not sealed, in the order of the run.
    public internal(set) var skips: [Skip] = []
    /// The tallies by case, then by law and suite; one entry for all random payloads follows the cases.
    private var tallies: [[Tally]]

    init(laws: [Law], suites: [SealingSuite], cases: [String], random: RandomPayloads) {
        self.laws = laws
        self.suites = suites
        self.cases = cases
        self.random = random
        let empty = Array(repeating: Tally(), count: laws.count * suites.count)
        tallies = Array(repeating: empty, count: cases.count + 1)
    }

    /// Whether every law that was tried holds, and at least one was.
    public var isHeld: Bool { failures.isEmpty && trials > 0 }

    /// The total number of trials.
    public var trials: Int { tallies.joined().reduce(0) { $0 + $1.trials } }

    /// Returns the results of a law in a suite, over all payloads.
    public func tally(of law: Law, in suite: SealingSuite) -> Tally {
        tallies.indices.reduce(into: Tally()) { $0.add(tally(of: law, in: suite, row: $1)) }
    }

    /// Returns the results of a law in a suite for the case at an index, or for the random payloads after the last
    /// case.
    package func tally(of law: Law, in suite: SealingSuite, row: Int) -> Tally {
        guard let place = place(of: law, suite) else { return Tally() }
        return tallies[row][place]
    }

    private func place(of law: Law, _ suite: SealingSuite) -> Int? {
        guard let row = laws.firstIndex(of: law), let column = suites.firstIndex(of: suite) else { return nil }
        return row * suites.count + column
    }
}

// MARK: - Gathering

extension RoundTripReport {
    mutating func add(_ outcomes: [LawOutcome], of unit: RunPlan.Unit) {
        let row = unit.caseIndex ?? cases.count
        let name = unit.caseIndex.map { cases[$0] } ?? "random payload \(unit.seed ?? 0)"
        for outcome in outcomes {
            guard let place = place(of: outcome.law, outcome.suite) else { continue }
            tallies[row][place].add(outcome.verdict)
            guard outcome.isBroken else { continue }
            note(
                Failure(
                    name: name, seed: unit.seed, outcome: outcome, count: 1, caseIndex: unit.caseIndex,
                    order: unit.number))
        }
        guard case .notSealed(let reason) = outcomes.first?.verdict else { return }
        note(Skip(name: name, reason: reason, count: 1, caseIndex: unit.caseIndex, order: unit.number))
    }

    mutating func merge(_ other: RoundTripReport) {
        for row in tallies.indices {
            for place in tallies[row].indices { tallies[row][place].add(other.tallies[row][place]) }
        }
        other.failures.forEach { note($0) }
        other.skips.forEach { note($0) }
        let places = Dictionary(zip(laws, laws.indices), uniquingKeysWith: min)
        func place(_ failure: Failure) -> Int { places[failure.outcome.law] ?? 0 }
        failures.sort { ($0.order, place($0)) < ($1.order, place($1)) }
        skips.sort { $0.order < $1.order }
    }

    /// Keeps the first failure of a case, a law and a suite, and counts the others.
    private mutating func note(_ failure: Failure) {
        let place = failures.firstIndex {
            $0.caseIndex == failure.caseIndex && $0.outcome.law == failure.outcome.law
                && $0.outcome.suite == failure.outcome.suite
        }
        guard let place else { return failures.append(failure) }
        let known = failures[place]
        failures[place] = failure.order < known.order ? failure : known
        failures[place].count = failure.count + known.count
    }

    /// Keeps the first refusal of a case; refusals of random payloads are grouped by code, with which the reason
    /// starts.
    private mutating func note(_ skip: Skip) {
        let place = skips.firstIndex {
            $0.caseIndex == skip.caseIndex
                && (skip.caseIndex != nil || $0.reason.prefix { $0 != ":" } == skip.reason.prefix { $0 != ":" })
        }
        guard let place else { return skips.append(skip) }
        let known = skips[place]
        skips[place] = skip.order < known.order ? skip : known
        skips[place].count = skip.count + known.count
    }
}
