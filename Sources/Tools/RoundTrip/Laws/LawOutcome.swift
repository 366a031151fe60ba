public import SealedEnvelope

/// The result of one law for one payload in one suite with one padding.
public struct LawOutcome: Sendable, Hashable, CustomStringConvertible {
    /// The possible results of a law; thrown by the check of a law that does not hold.
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
    /// The failure of a program, for a law that is broken by it; see ``HalfProgram``.
    public let failure: ProgramFailure?

    /// Whether the law is broken.
    public var isBroken: Bool {
        if case .broken = verdict { true } else { false }
    }

    /// The violation, or the reason why nothing was tried; empty if the law holds.
    public var message: String {
        switch verdict {
        case .held: ""
        case .broken(let message), .doesNotApply(let message), .notSealed(let message): message
        }
    }

    /// The outcome on one line, for people.
    public var description: String {
        let result =
            switch verdict {
            case .held(let trials): "holds (\(trials))"
            case .broken(let message): "is broken: \(message)"
            case .doesNotApply(let reason): "does not apply: \(reason)"
            case .notSealed(let reason): "was not tried, since the payload was not sealed: \(reason)"
            }
        return law.isAboutPayloads ? "\(place), \(result)" : "\(place) \(result)"
    }

    /// The law, the suite and, for a payload, the padding.
    package var place: String { "\(law) in \(suite.name)" + (law.isAboutPayloads ? ", \(padding.words)" : "") }
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
