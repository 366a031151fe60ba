/// The results of one law in one suite.
public struct Tally: Sendable, Hashable {
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

    mutating func add(_ verdict: LawOutcome.Verdict) {
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

    mutating func add(_ other: Tally) {
        held += other.held
        broken += other.broken
        doesNotApply += other.doesNotApply
        notSealed += other.notSealed
        trials += other.trials
        reason = reason ?? other.reason
    }
}
