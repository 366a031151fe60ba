public import SealedEnvelope

/// What one law says of one payload in one suite with one padding.
public struct LawOutcome: Sendable, Hashable, CustomStringConvertible {
    /// The ways in which a law can turn out.
    public enum Verdict: Sendable, Hashable {
        /// It holds, after this many trials.
        case held(trials: Int)
        /// It is broken; the text names the place, never content.
        case broken(String)
        /// It says nothing here, for the reason given: suite 3 has no sender, for one.
        case doesNotApply(String)
        /// The sealer refuses the payload, so there is nothing to check.
        case notSealed(String)
    }

    /// The law.
    public let law: Law
    /// How the payload was sealed.
    public let suite: SealingSuite
    /// How far it was padded.
    public let padding: Padding
    /// How the law turned out.
    public let verdict: Verdict

    /// Whether the law is broken.
    public var isBroken: Bool {
        if case .broken = verdict { true } else { false }
    }

    /// Whether the law was tried and holds.
    public var isHeld: Bool {
        if case .held = verdict { true } else { false }
    }

    /// What is wrong, or the reason why nothing was tried; empty where the law holds.
    public var message: String {
        switch verdict {
        case .held: ""
        case .broken(let message), .doesNotApply(let message), .notSealed(let message): message
        }
    }

    /// One line for people.
    public var description: String {
        let result =
            switch verdict {
            case .held(let trials): "holds (\(trials))"
            case .broken(let message): "is broken: \(message)"
            case .doesNotApply(let reason): "does not apply: \(reason)"
            case .notSealed(let reason): "was not tried, since the payload was not sealed: \(reason)"
            }
        return "\(law) in \(suite.name), \(padding.words), \(result)"
    }
}

extension Padding {
    /// The padding in words.
    var words: String {
        switch self {
        case .none: "no padding"
        case .block(let size): "padding \(size)"
        case .maximum: "maximum padding"
        }
    }
}
