public import PushPayload
public import PushSealer
public import SealedEnvelope

/// The harness: seals a payload, opens it again, and checks the laws that every payload, suite and key must keep.
///
/// For a provider team's own tests as much as for this package's: give it the payloads that you really send, and it
/// says which law one of them breaks, in which suite and with which padding.
public struct RoundTrip: Sendable {
    /// The keys to seal and open with.
    public var keys: RoundTripKeys
    /// The suites to go through; those that ``keys`` has no key for are passed over.
    public var suites = SealingSuite.allCases
    /// The paddings to go through.
    public var paddings: [Padding] = [.none, .standard, .maximum]
    /// The laws to check.
    public var laws = Law.all
    /// The app's bundle id, to which everything is sealed.
    public var topic = "com.example.app"
    /// What names the receiving account or installation.
    public var audience = ""
    /// The alert in the clear.
    public var placeholder = Placeholder.standard
    /// Everything else that may differ from one push to the next; suite, padding and push type are set by the harness.
    public var options = SealOptions()
    /// How much of an exhaustive law is tried.
    public var effort = Effort.sampled(64)
    /// The two halves; replace one to check your own.
    public var halves = Halves.toolkit

    /// Makes a harness over all suites, paddings and laws.
    public init(keys: RoundTripKeys) {
        self.keys = keys
    }

    /// Checks every law with one payload, in every suite and with every padding.
    ///
    /// - Parameters:
    ///   - payload: What a provider means the app to get.
    ///   - pushType: The push type; nil to derive it from the content, and to take an alert where that does not tell.
    /// - Returns: One outcome for each law, suite and padding, in that order from the inside out.
    public func check(_ payload: Payload, pushType: PushType? = nil) async -> [LawOutcome] {
        var outcomes: [LawOutcome] = []
        for suite in suites where keys.have(suite) {
            for padding in paddings {
                outcomes += await check(payload, pushType: pushType, suite: suite, padding: padding)
            }
        }
        return outcomes
    }

    /// Checks every law with one payload in one suite with one padding.
    public func check(
        _ payload: Payload,
        pushType: PushType? = nil,
        suite: SealingSuite,
        padding: Padding
    ) async -> [LawOutcome] {
        let pushType = pushType ?? PushType.derived(from: payload) ?? .alert
        func outcome(_ law: Law, _ verdict: LawOutcome.Verdict) -> LawOutcome {
            LawOutcome(law: law, suite: suite, padding: padding, verdict: verdict)
        }
        do {
            let trial = try await Trial(of: self, payload: payload, pushType: pushType, suite: suite, padding: padding)
            var outcomes: [LawOutcome] = []
            for law in laws { outcomes.append(outcome(law, await law.verdict(on: trial))) }
            return outcomes
        } catch let error as SealError {
            return laws.map { outcome($0, .notSealed("\(error.code): \(error.reason)")) }
        } catch {
            return laws.map { outcome($0, .broken("the payload could not be sealed: \(error)")) }
        }
    }

    /// Makes a payload smaller as long as it breaks the law of an outcome, so that what is left is what breaks it.
    ///
    /// - Returns: The smallest payload found, and what the law says of it; the payload itself where it breaks no law.
    public func shrink(
        _ payload: Payload,
        pushType: PushType? = nil,
        breaking outcome: LawOutcome
    ) async -> (payload: Payload, outcome: LawOutcome) {
        let pushType = pushType ?? PushType.derived(from: payload) ?? .alert
        var harness = self
        harness.laws = [outcome.law]
        var smallest = (payload: payload, outcome: outcome)
        let shrinker = Shrinker(start: payload.root)
        await shrinker.shrink { root in
            let found = await harness.check(
                Payload(root), pushType: pushType, suite: outcome.suite, padding: outcome.padding)
            guard let broken = found.first(where: \.isBroken) else { return false }
            smallest = (Payload(root), broken)
            return true
        }
        return smallest
    }
}

/// How much of a law is tried that speaks of every bit or every length.
public enum Effort: Sendable, Hashable {
    /// This many, spread evenly; all where there are fewer.
    case sampled(Int)
    /// All of them.
    case every

    /// Whether it tries more than so many.
    func isMore(than limit: Int) -> Bool {
        switch self {
        case .sampled(let own): own > limit
        case .every: true
        }
    }

    /// Which of `count` to try.
    func indices(of count: Int) -> [Int] {
        guard case .sampled(let limit) = self, limit < count else { return Array(0..<count) }
        // The first and the last always; an odd step between them, so that all bits of a byte get their turn.
        return (0..<max(limit, 2)).map { $0 * (count - 1) / max(limit - 1, 1) }
    }
}
