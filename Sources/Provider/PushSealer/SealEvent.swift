public import PushPayload
public import SealedEnvelope

/// The end of a call of a ``Sealer``: sizes, kinds and codes; never content, a name, a key, a header or the reason of an error.
public struct SealEvent: Sendable {
    /// The result of a call.
    public enum Outcome: Sendable {
        /// A push, or with neither push type nor bytes left an envelope on its own; the size is that of the body or of the text.
        case sealed(
            suite: SealingSuite, pushType: PushType?, byteCount: Int, bytesLeft: Int?,
            overflowSteps: [OverflowStep.Kind])
        /// An error.
        case refused(SealError.Code)
    }

    /// The result.
    public let outcome: Outcome
    /// The time from the call to its end.
    public let duration: Duration
}

extension OverflowStep {
    /// A step without its path and text.
    public enum Kind: String, CaseIterable, Sendable {
        /// A text is shortened.
        case shorten
        /// A member is removed.
        case drop
        /// The alert's body is replaced.
        case replaceBody
    }

    fileprivate var kind: Kind {
        switch self {
        case .shorten: .shorten
        case .drop: .drop
        case .replaceBody: .replaceBody
        }
    }
}

extension Sealer {
    /// Runs a call, and tells the observer how it ended.
    func observing<Value>(
        _ outcome: (Value) -> SealEvent.Outcome, _ body: () throws(SealError) -> Value
    ) throws(SealError) -> Value {
        guard let observer else { return try body() }
        let start = ContinuousClock.now
        do {
            let value = try body()
            let duration = start.duration(to: .now)
            observer(SealEvent(outcome: outcome(value), duration: duration))
            return value
        } catch {
            observer(SealEvent(outcome: .refused(error.code), duration: start.duration(to: .now)))
            throw error
        }
    }
}

extension SealEvent.Outcome {
    static func push(_ push: SealedPush) -> Self {
        .sealed(
            suite: push.suite, pushType: push.headers.pushType, byteCount: push.body.count, bytesLeft: push.bytesLeft,
            overflowSteps: push.changes.map(\.step.kind))
    }

    static func envelope(_ envelope: (text: String, suite: SealingSuite)) -> Self {
        .sealed(
            suite: envelope.suite, pushType: nil, byteCount: envelope.text.utf8.count, bytesLeft: nil, overflowSteps: []
        )
    }
}
