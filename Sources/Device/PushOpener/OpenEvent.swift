public import PushPayload
public import SealedEnvelope

/// The end of a call of an ``Opener``: kinds and a code; never content, a name, a key, or the reason of a refusal.
public struct OpenEvent: Sendable {
    /// The result of a call.
    public enum Outcome: Sendable {
        /// A push, or without a push type an envelope on its own.
        case opened(suite: SealingSuite, pushType: PushType?, isReplayChecked: Bool)
        /// A refusal.
        case refused(Refusal.Code)
    }

    /// The result.
    public let outcome: Outcome
    /// The time from the call to its end.
    public let duration: Duration
}

extension Opener {
    /// Runs a call, and tells the observer how it ended.
    func observing<Value>(
        as pushType: PushType?, _ envelope: (Value) -> OpenedEnvelope, _ body: () throws(Refusal) -> Value
    ) throws(Refusal) -> Value {
        guard let observer else { return try body() }
        let start = ContinuousClock.now
        do {
            let value = try body()
            let (duration, opened) = (start.duration(to: .now), envelope(value))
            let outcome = OpenEvent.Outcome.opened(
                suite: opened.suite, pushType: pushType, isReplayChecked: opened.replayCheck.isMade)
            observer(OpenEvent(outcome: outcome, duration: duration))
            return value
        } catch {
            observer(OpenEvent(outcome: .refused(error.code), duration: start.duration(to: .now)))
            throw error
        }
    }
}
