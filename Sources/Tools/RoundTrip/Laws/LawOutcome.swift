public import SealedEnvelope

/// The result of one law for one payload in one suite with one padding.
public struct LawOutcome: Sendable, Hashable, CustomStringConvertible {
    /// The possible results of a law; thrown by the check of a law that does not hold, and by a half that cannot be checked.
    public enum Verdict: Error, Hashable {
        /// The law holds, after this number of trials.
        case held(trials: Int)
        /// The law is broken; the text contains positions, kinds and codes, never content.
        case broken(String)
        /// The law does not apply, for the given reason; suite 3 has no sender, for example.
        case doesNotApply(String)
        /// The sealer refuses the payload, so there is nothing to check.
        case notSealed(String)
    }

    /// The law.
    public let law: Law
    /// The suite of the seal.
    public let suite: SealingSuite
    /// The padding of the seal; of a case of the corpus that is opened only, none.
    public let padding: Padding
    /// The result.
    public let verdict: Verdict

    /// Whether the law is broken, by a payload or by the failure of a half.
    public var isBroken: Bool {
        if case .broken = verdict { true } else { false }
    }

    /// The violation, or the reason why nothing was tried; empty if the law holds.
    public var message: String {
        switch verdict {
        case .held: ""
        case .broken(let text), .doesNotApply(let text), .notSealed(let text): text
        }
    }

    /// The outcome on one line, for people.
    public var description: String {
        let result =
            switch verdict {
            case .held(let trials): "holds (\(trials))"
            case .broken: "is broken: \(message)"
            case .doesNotApply: "does not apply: \(message)"
            case .notSealed: "was not tried, since the payload was not sealed: \(message)"
            }
        return law.isAboutPayloads ? "\(title), \(result)" : "\(title) \(result)"
    }

    /// The law, the suite and, for a payload, the padding.
    package var title: String { "\(law) in \(suite.name)" + (law.isAboutPayloads ? ", \(padding.words)" : "") }
}

extension LawOutcome.Verdict {
    /// Returns `held` with the number of trials of a check, or the verdict that it throws; any other error breaks the law.
    static func of(_ check: () async throws -> Int) async -> Self {
        do {
            return .held(trials: try await check())
        } catch let verdict as Self {
            return verdict
        } catch {
            return .broken("failed with \(error)")
        }
    }
}

extension Padding {
    /// The padding in words.
    package var words: String {
        switch self {
        case .none: "no padding"
        case .block(let size): "padding \(size)"
        case .maximum: "maximum padding"
        }
    }
}
