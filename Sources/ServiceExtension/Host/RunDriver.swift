import UserNotifications

/// Calls the extension's methods on their threads and follows what they report until the content is settled.
struct RunDriver: Sendable {
    let timer: RunTimer
    let judge: Judge
    let milestones: Milestones
    let report: @Sendable (RunEvent) -> Void

    private let hosted = HostedExtension()

    init(timer: RunTimer, judge: Judge, milestones: Milestones, report: @escaping @Sendable (RunEvent) -> Void) {
        self.timer = timer
        self.judge = judge
        self.milestones = milestones
        self.report = report
    }

    /// Makes the extension and calls `didReceive(_:withContentHandler:)` on a new thread.
    func callExtension(
        make: @escaping @Sendable () -> UNNotificationServiceExtension,
        request: @escaping @Sendable () -> UNNotificationRequest,
        onAnswer: @escaping @Sendable () -> Void
    ) {
        onNewThread(named: "didReceive") { [hosted, judge, report] in
            let object = make()
            (object as? SealedNotificationService)?.wasUnlocked = judge.policy.wasUnlocked
            hosted.hold(object)
            report(.called)
            object.didReceive(request()) { content in
                onAnswer()
                report(.answered(FrozenContent(content, original: judge.push.original)))
            }
            report(.returned)
        }
    }

    /// Follows the events, keeps the time, and settles the content.
    func drive(_ events: AsyncStream<(event: RunEvent, time: Duration)>) async {
        var ledger = RunLedger()
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
                callExpiry()
                grace = report(.graceOver, at: timer.elapsed() + judge.policy.grace)
            }
        }
        ledger.close(at: timer.elapsed())
        milestones.settle(settle(ledger))
    }

    private func settle(_ ledger: RunLedger) -> Delivery {
        let report = (hosted.object as? SealedNotificationService)?.serviceReport
        let summary = report.map(ServiceSummary.init(_:))
        let verdict = judge.verdict(answer: ledger.answer, late: ledger.answeredLate, service: summary)
        return Delivery(verdict, of: judge.push, ledger: ledger, service: summary, seal: report?.seal)
    }

    /// Calls `serviceExtensionTimeWillExpire()` on a new thread.
    private func callExpiry() {
        onNewThread(named: "serviceExtensionTimeWillExpire") { [hosted, report] in
            report(.expiryCalled)
            hosted.object?.serviceExtensionTimeWillExpire()
            report(.expiryReturned)
        }
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
        case .timeOver, .graceOver: nil
        }
    }
}
