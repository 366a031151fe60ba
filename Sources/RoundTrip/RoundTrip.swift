public import PushPayload
public import PushSealer
public import SealedEnvelope

/// The harness: seals a payload, opens it again, and checks the laws for every payload, suite and key.
///
/// A provider team can use it in its own tests. For the payloads that it sends, the harness reports which law one of
/// them breaks, in which suite and with which padding.
public struct RoundTrip: Sendable {
    /// The keys to seal and open with.
    public var keys: RoundTripKeys
    /// The suites to check; suites without a key in ``keys`` are skipped.
    public var suites = SealingSuite.allCases
    /// The paddings to check.
    public var paddings: [Padding] = [.none, .standard, .maximum]
    /// The laws to check.
    public var laws = Law.all
    /// The app's bundle id, to which everything is sealed.
    public var topic = "com.example.app"
    /// The audience: the receiving account or installation.
    public var audience = ""
    /// The alert in the clear.
    public var placeholder = Placeholder.standard
    /// The other options of a seal; the harness sets suite, padding and push type.
    public var options = SealOptions()
    /// The number of samples of an exhaustive law.
    public var effort = Effort.sampled(64)
    /// The two halves; replace one to check your own.
    public var halves = Halves.toolkit

    /// Creates a harness over all suites, paddings and laws.
    public init(keys: RoundTripKeys) {
        self.keys = keys
    }

    /// Checks every law with one payload, in every suite and with every padding.
    ///
    /// - Parameters:
    ///   - payload: The payload to seal.
    ///   - pushType: The push type; nil derives it from the content, or uses `alert` if the content is ambiguous.
    /// - Returns: One outcome for each law, padding and suite, ordered by suite, then padding, then law.
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

    /// Shrinks a payload while it still breaks the law of an outcome.
    ///
    /// - Returns: The smallest payload found, with its outcome; the payload itself if it breaks no law.
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

/// The number of samples for a law about every bit or every length.
public enum Effort: Sendable, Hashable {
    /// This number of samples, evenly spread; all if there are fewer.
    case sampled(Int)
    /// All of them.
    case every

    /// Whether it takes more samples than a limit.
    func isMore(than limit: Int) -> Bool {
        switch self {
        case .sampled(let own): own > limit
        case .every: true
        }
    }

    /// Returns the sampled indices below `count`.
    func indices(of count: Int) -> [Int] {
        guard case .sampled(let limit) = self, limit < count else { return Array(0..<count) }
        // Includes the first and the last index.
        return (0..<max(limit, 2)).map { $0 * (count - 1) / max(limit - 1, 1) }
    }
}
