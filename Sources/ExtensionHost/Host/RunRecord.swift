/// An event of a run.
package enum RunEvent: Sendable {
    case called
    case returned
    case answered(FrozenContent)
    case timeOver
    case expiryCalled
    case expiryReturned
    case graceOver
    /// The process in which the extension ran has ended.
    case ended(DeliveryReason)

    /// The step that the event reaches, if any.
    var step: ExtensionRun.Step? {
        switch self {
        case .called: .called
        case .returned: .returned
        case .answered: .answered
        case .expiryCalled: .expired
        case .expiryReturned: .expiryReturned
        case .timeOver, .graceOver, .ended: nil
        }
    }
}

/// The events of one run so far, which decide when the host calls for expiry and when it delivers.
///
/// The first answer counts, unless the policy says that the last does. After it the host waits only for the methods
/// that it called to return, so that an immediate second answer is detected, and never beyond the time limit.
struct RunRecord: Sendable {
    enum Decision: Sendable, Equatable {
        case wait
        case callExpiry
        case deliver
    }

    /// See `SystemPolicy.lastAnswerCounts`.
    let lastAnswerCounts: Bool
    private(set) var answer: FrozenContent?
    private(set) var handlerCalls = 0
    private(set) var timings = Timings()
    /// The reason why the extension's process has ended; nil while it runs.
    private(set) var end: DeliveryReason?

    private var isExpiryRunning: Bool { timings.expired != nil && timings.expiryReturned == nil }

    /// Whether a method of the extension has not returned.
    var isStillRunning: Bool { timings.returned == nil || isExpiryRunning }

    /// Whether the answer arrived after the time limit.
    var answeredLate: Bool {
        guard let answered = timings.answered, let expired = timings.expired else { return false }
        return answered >= expired
    }

    mutating func take(_ event: RunEvent, at time: Duration) -> Decision {
        timings.settled = time
        switch event {
        case .called: timings.called = time
        case .returned: timings.returned = time
        case .answered(let content):
            handlerCalls += 1
            if answer == nil { timings.answered = time }
            if answer == nil || lastAnswerCounts { answer = content }
        case .timeOver: return answer == nil ? .callExpiry : .deliver
        case .expiryCalled: timings.expired = time
        case .expiryReturned: timings.expiryReturned = time
        case .graceOver: return .deliver
        case .ended(let reason):
            end = reason
            return .deliver
        }
        let mayBeStuck = timings.returned == nil && timings.expired == nil
        return answer != nil && !isExpiryRunning && !mayBeStuck ? .deliver : .wait
    }

    /// Counts a handler call after the content was settled.
    mutating func takeLate(_ event: RunEvent) {
        if case .answered = event { handlerCalls += 1 }
    }

    /// The extension's errors in the run.
    var errors: [DeliveryReason] {
        var errors: [DeliveryReason] = []
        if answer == nil, end == nil {
            errors.append(DeliveryReason(.noAnswer, "neither method called the content handler"))
        }
        if handlerCalls > 1 {
            let counted = lastAnswerCounts ? "last" : "first"
            let calls = "the content handler was called \(handlerCalls) times; the \(counted) call counts"
            errors.append(DeliveryReason(.handlerCalledAgain, calls))
        }
        if let end { return errors + [end] }
        if timings.returned == nil {
            errors.append(DeliveryReason(.stillRunning, "didReceive(_:withContentHandler:) had not returned"))
        }
        if isExpiryRunning {
            errors.append(DeliveryReason(.stillRunning, "serviceExtensionTimeWillExpire() had not returned"))
        }
        return errors
    }
}
