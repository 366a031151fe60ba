/// How one law turned out in one suite.
public struct Tally: Sendable, Hashable {
    /// In how many seals it holds.
    public internal(set) var held = 0
    /// In how many it is broken.
    public internal(set) var broken = 0
    /// Of how many it says nothing.
    public internal(set) var doesNotApply = 0
    /// How many there were to be that the sealer refused.
    public internal(set) var notSealed = 0
    /// How often it was tried in all.
    public internal(set) var trials = 0
    /// Why it says nothing, or what the sealer refused for, the first time.
    public internal(set) var reason: String?

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
