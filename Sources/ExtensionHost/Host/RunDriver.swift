import Synchronization

/// The process that an extension runs in: this one or its own.
package protocol RunSite: Sendable {
    /// Creates the extension and calls `didReceive`; the closure receives its events on any thread.
    func call(report: @escaping @Sendable (RunEvent) -> Void)

    /// Calls `serviceExtensionTimeWillExpire()` on another thread than `didReceive`.
    func callExpiry(report: @escaping @Sendable (RunEvent) -> Void)

    /// The current report of a `SealedNotificationService`; nil for any other extension. The full report is available
    /// only in this process.
    var service: (summary: ServiceSummary, report: SealReport?)? { get }

    /// Ends the site's part in the run: the host no longer waits for the extension.
    func settled(stillRunning: Bool)
}

/// Processes the events of an extension's methods until the content is settled.
///
/// The thread that reports an event, the extension's or the timer's, also processes it, so no other thread has to wake.
final class RunDriver: Sendable {
    private struct State {
        var ledger: RunLedger
        /// The extension's site, until the content is settled: an extension that keeps its handler keeps this driver.
        var site: (any RunSite)?
        var alarms: [Alarm] = []
    }

    private let timer: RunTimer
    private let judge: Judge
    private let milestones: Milestones
    private let whenSettled: @Sendable () -> Void
    private let state: Mutex<State>

    init(
        timer: RunTimer, judge: Judge, site: any RunSite, milestones: Milestones,
        whenSettled: @escaping @Sendable () -> Void
    ) {
        self.timer = timer
        self.judge = judge
        self.milestones = milestones
        self.whenSettled = whenSettled
        state = Mutex(State(ledger: RunLedger(repeatedAnswer: judge.policy.repeatedAnswer), site: site))
    }

    /// Sets the time limit and calls the extension.
    func start() {
        ring(.timeOver, at: judge.policy.timeLimit)
        state.withLock { $0.site }?.call { self.take($0) }
    }

    private func take(_ event: RunEvent) {
        let time = timer.elapsed()
        if case .answered = event { milestones.countHandlerCall() }
        let (decision, ended) = state.withLock { state -> (RunLedger.Decision, State?) in
            guard state.site != nil else { return (.wait, nil) }
            let decision = state.ledger.take(event, at: time)
            guard decision == .deliver else { return (decision, nil) }
            defer {
                state.site = nil
                state.alarms = []
            }
            return (decision, state)
        }
        event.step.map(milestones.reach)
        switch decision {
        case .wait: break
        case .callExpiry: callExpiry()
        case .deliver: ended.map(settle)
        }
    }

    private func callExpiry() {
        // Set before the call: the call may return, and a test may advance the clock, before this thread continues.
        ring(.graceOver, at: timer.elapsed() + judge.policy.grace)
        state.withLock { $0.site }?.callExpiry { self.take($0) }
    }

    private func settle(_ end: State) {
        var ledger = end.ledger
        ledger.close(at: timer.elapsed())
        for alarm in end.alarms { alarm.cancel() }
        let service = end.site?.service
        let verdict = judge.verdict(ledger, service: service?.summary)
        end.site?.settled(stillRunning: ledger.isStillRunning)
        milestones.settle(
            Delivery(verdict, of: judge.push, ledger: ledger, service: service?.summary, seal: service?.report))
        whenSettled()
    }

    private func ring(_ event: RunEvent, at time: Duration) {
        let alarm = timer.setAlarm(time) { self.take(event) }
        let isOver = state.withLock { state in
            state.alarms.append(alarm)
            return state.site == nil
        }
        if isOver { alarm.cancel() }
    }
}

extension RunEvent {
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
