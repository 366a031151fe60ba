/// The events of a run.
package enum RunEvent: Sendable {
    case called
    case returned
    case answered(FrozenContent)
    case timeOver
    case expiryCalled
    case expiryReturned
    case graceOver
    /// The process in which the extension ran has ended, for the given reason.
    case ended(ProcessEnd)
}

/// Records the events of one run and decides when the host calls for expiry and when it delivers.
///
/// The first answer counts, unless the policy says that the last does. After it the host waits only for the methods
/// that it called to return, so that an immediate second answer is detected, and never beyond the time limit.
struct RunLedger: Sendable {
    enum Decision: Sendable, Equatable {
        case wait
        case callExpiry
        case deliver
    }

    let repeatedAnswer: SystemPolicy.RepeatedAnswer
    private(set) var answer: FrozenContent?
    private(set) var timings = Timings()
    private(set) var missteps: [Misstep] = []
    /// The reason why the extension's process has ended; nil while it runs.
    private(set) var end: ProcessEnd?
    private var surplusAnswers = 0

    init(repeatedAnswer: SystemPolicy.RepeatedAnswer) {
        self.repeatedAnswer = repeatedAnswer
    }

    /// Whether a method of the extension has not returned.
    var isStillRunning: Bool {
        timings.returned == nil || (timings.expired != nil && timings.expiryReturned == nil)
    }

    /// Whether the answer arrived after the time limit.
    var answeredLate: Bool {
        guard let answered = timings.answered, let expired = timings.expired else { return false }
        return answered >= expired
    }

    mutating func take(_ event: RunEvent, at time: Duration) -> Decision {
        switch event {
        case .called: timings.called = time
        case .returned: timings.returned = time
        case .answered(let content): take(content, at: time)
        case .timeOver: return answer == nil ? .callExpiry : .deliver
        case .expiryCalled: timings.expired = time
        case .expiryReturned: timings.expiryReturned = time
        case .graceOver: return .deliver
        case .ended(let end):
            self.end = end
            return .deliver
        }
        let expiryIsRunning = timings.expired != nil && timings.expiryReturned == nil
        let mayBeStuck = timings.returned == nil && timings.expired == nil
        return answer != nil && !expiryIsRunning && !mayBeStuck ? .deliver : .wait
    }

    private mutating func take(_ content: FrozenContent, at time: Duration) {
        guard answer == nil else {
            surplusAnswers += 1
            if repeatedAnswer == .counts { answer = content }
            return
        }
        answer = content
        timings.answered = time
    }

    /// Ends the record and adds the missteps.
    mutating func close(at time: Duration) {
        timings.settled = time
        if answer == nil, end == nil {
            missteps.append(Misstep(.noAnswer, "neither method called the content handler"))
        }
        if surplusAnswers > 0 {
            let counted = repeatedAnswer == .counts ? "last" : "first"
            let calls = "the content handler was called \(surplusAnswers + 1) times; the \(counted) call counts"
            missteps.append(Misstep(.handlerCalledAgain, calls))
        }
        if let end {
            missteps.append(Misstep(end.misstep, end.explanation))
            return
        }
        if timings.returned == nil {
            missteps.append(Misstep(.stillRunning, "didReceive(_:withContentHandler:) had not returned"))
        }
        if timings.expired != nil, timings.expiryReturned == nil {
            missteps.append(Misstep(.stillRunning, "serviceExtensionTimeWillExpire() had not returned"))
        }
    }
}
