/// An event of an extension's methods.
enum ExtensionEvent: Sendable, Codable {
    case called
    case returned
    case answered(FrozenContent)
    case expiryCalled
    case expiryReturned

    var step: ExtensionRun.Step {
        switch self {
        case .called: .called
        case .returned: .returned
        case .answered: .answered
        case .expiryCalled: .expired
        case .expiryReturned: .expiryReturned
        }
    }
}

/// An event of a run.
enum RunEvent: Sendable {
    case of(ExtensionEvent)
    case timeOver
    case graceOver
    /// The process in which the extension ran has ended.
    case ended(DeliveryReason)
}

/// The events of one run so far, which decide when the host calls for expiry and when it delivers.
///
/// After the answer that counts, the host waits only for the methods that it called to return, so that an immediate
/// second answer is detected, and never beyond the time limit.
struct RunRecord: Sendable {
    enum Decision: Sendable, Equatable {
        case wait
        case callExpiry
        case deliver
    }

    let lastAnswerCounts: Bool
    private(set) var answer: FrozenContent?
    private(set) var handlerCalls = 0
    private(set) var timings = Timings()
    /// The reason why the extension's process has ended; nil while it runs.
    private(set) var end: DeliveryReason?

    private var isExpiryRunning: Bool { timings.expired != nil && timings.expiryReturned == nil }

    /// Whether a method of the extension has not returned.
    var isStillRunning: Bool { timings.returned == nil || isExpiryRunning }

    var answeredLate: Bool {
        guard let answered = timings.answered, let expired = timings.expired else { return false }
        return answered >= expired
    }

    /// Takes an event; after the content was settled, only calls of the handler are counted.
    mutating func take(_ event: RunEvent, at time: Duration, isSettled: Bool = false) -> Decision {
        if case .of(.answered) = event { handlerCalls += 1 }
        if isSettled { return .wait }
        timings.settled = time
        switch event {
        case .of(.called): timings.called = time
        case .of(.returned): timings.returned = time
        case .of(.answered(let content)):
            if answer == nil { timings.answered = time }
            if answer == nil || lastAnswerCounts { answer = content }
        case .timeOver: return answer == nil ? .callExpiry : .deliver
        case .of(.expiryCalled): timings.expired = time
        case .of(.expiryReturned): timings.expiryReturned = time
        case .graceOver: return .deliver
        case .ended(let reason):
            end = reason
            return .deliver
        }
        let mayBeStuck = timings.returned == nil && timings.expired == nil
        return answer != nil && !isExpiryRunning && !mayBeStuck ? .deliver : .wait
    }

    /// The extension's errors in the run.
    var errors: [DeliveryReason] {
        var errors: [DeliveryReason] = []
        if answer == nil, end == nil {
            let isCalled = timings.called != nil
            let problem = isCalled ? "neither method called the content handler" : "neither method was called in time"
            errors.append(DeliveryReason(.noAnswer, problem))
        }
        if handlerCalls > 1 {
            let counted = lastAnswerCounts ? "last" : "first"
            let calls = "the content handler was called \(handlerCalls) times; the \(counted) call counts"
            errors.append(DeliveryReason(.handlerCalledAgain, calls))
        }
        if let end { return errors + [end] }
        if timings.called != nil, timings.returned == nil {
            errors.append(DeliveryReason(.stillRunning, "didReceive(_:withContentHandler:) had not returned"))
        }
        if isExpiryRunning {
            errors.append(DeliveryReason(.stillRunning, "serviceExtensionTimeWillExpire() had not returned"))
        }
        return errors
    }
}
