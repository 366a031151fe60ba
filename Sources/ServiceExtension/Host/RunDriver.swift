/// Where an extension runs: in this process, or in one of its own.
protocol RunSite: Sendable {
    /// Calls `serviceExtensionTimeWillExpire()`, on another thread than `didReceive`.
    func callExpiry()

    /// What a `SealedNotificationService` reports until now, nil for any other extension; the report itself only in this
    /// process.
    var service: (summary: ServiceSummary, report: SealReport?)? { get }

    /// Takes note that nobody waits for the extension any more.
    func settled(stillRunning: Bool)
}

/// Follows what an extension's methods report until the content is settled.
struct RunDriver: Sendable {
    let timer: RunTimer
    let judge: Judge
    let milestones: Milestones
    let report: @Sendable (RunEvent) -> Void
    let site: any RunSite

    /// Follows the events, keeps the time, and settles the content.
    func drive(_ events: AsyncStream<(event: RunEvent, time: Duration)>) async {
        var ledger = RunLedger(repeatedAnswer: judge.policy.repeatedAnswer)
        let limit = report(.timeOver, at: judge.policy.timeLimit)
        defer { limit.cancel() }
        var grace: Task<Void, Never>?
        defer { grace?.cancel() }
        following: for await (event, time) in events {
            let decision = ledger.take(event, at: time)
            event.step.map(milestones.reach)
            switch decision {
            case .wait: continue
            case .deliver: break following
            case .callExpiry:
                site.callExpiry()
                grace = report(.graceOver, at: timer.elapsed() + judge.policy.grace)
            }
        }
        ledger.close(at: timer.elapsed())
        milestones.settle(settle(ledger))
    }

    private func settle(_ ledger: RunLedger) -> Delivery {
        let service = site.service
        let verdict = judge.verdict(ledger, service: service?.summary)
        site.settled(stillRunning: ledger.isStillRunning)
        return Delivery(verdict, of: judge.push, ledger: ledger, service: service?.summary, seal: service?.report)
    }

    private func report(_ event: RunEvent, at time: Duration) -> Task<Void, Never> {
        Task { [timer, report] in
            do {
                try await timer.sleepUntil(time)
                report(event)
            } catch {
                // Cancelled: the content was settled before.
            }
        }
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
