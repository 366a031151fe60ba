import Synchronization

/// One push during its delivery.
public actor ExtensionRun {
    /// The steps that a test can wait for before it advances the clock.
    public enum Step: Sendable, Hashable {
        /// `didReceive(_:withContentHandler:)` was called.
        case called
        /// `didReceive(_:withContentHandler:)` returned.
        case returned
        /// The handler was called.
        case answered
        /// `serviceExtensionTimeWillExpire()` was called.
        case expired
        /// `serviceExtensionTimeWillExpire()` returned.
        case expiryReturned
        /// The content is settled.
        case settled
    }

    /// The parts of the run that end when the content is settled.
    private struct Active {
        let call: any ExtensionCall
        let time: RunTime
        var alarms: [Task<Void, Never>] = []
    }

    private let rules: DeliveryRules
    private nonisolated let queue: Mutex<RunQueue>
    private var record: RunRecord
    private var active: Active?
    private var settled: Delivery?
    private var reached: Set<Step> = []
    private var waiting: [(step: Step, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a run that has not begun, or with a reason one that ended without a call of the extension.
    init(_ rules: DeliveryRules, uncalled: DeliveryReason? = nil, notStarted: DeliveryReason? = nil) {
        self.rules = rules
        queue = Mutex(RunQueue(lastAnswerCounts: rules.policy.lastAnswerCounts))
        var record = RunRecord(lastAnswerCounts: rules.policy.lastAnswerCounts)
        settled = uncalled.map { rules.show(Delivery(rules.original, of: rules, outcome: .unchanged, reason: $0)) }
        if let notStarted {
            _ = record.take(.ended(notStarted), at: .zero)
            settled = rules.show(rules.delivery(of: record, service: nil))
        }
        self.record = record
    }

    /// Starts the time and calls the extension.
    func begin(_ call: any ExtensionCall, on clock: any Clock<Duration>) {
        let started = Active(call: call, time: RunTime(clock))
        active = started
        rules.began()
        setAlarm(.timeOver, at: rules.policy.timeLimit)
        // An extension that keeps its handler keeps the run and the time, not the call.
        call.start { [time = started.time] in self.report($0, at: time.elapsed()) }
    }

    /// The content that the screen shows; waits until it is settled.
    public var delivery: Delivery {
        get async {
            while true {
                if let settled { return settled }
                await reached(.settled)
            }
        }
    }

    /// Waits until the step is reached, or until the run is settled without it.
    public func reached(_ step: Step) async {
        guard settled == nil, !reached.contains(step) else { return }
        await withCheckedContinuation { waiting.append((step, $0)) }
    }

    /// The number of handler calls so far, including those after the content was settled.
    var handlerCalls: Int { record.handlerCalls }

    /// Queues an event, from any thread; the first one in an empty queue wakes the actor.
    private nonisolated func report(_ event: RunEvent, at time: Duration) {
        guard queue.withLock({ $0.append(event, at: time) }) else { return }
        Task { await takeQueue() }
    }

    private func takeQueue() {
        for entry in queue.withLock({ $0.takeAll() }) { take(entry) }
    }

    private func take(_ entry: RunQueue.Entry) {
        guard let active else { return record.takeLate(entry.event, count: entry.count) }
        let decision = record.take(entry.event, at: entry.time, count: entry.count)
        if case .of(let event) = entry.event {
            reached.insert(event.step)
            wake { $0 == event.step }
        }
        switch decision {
        case .wait: break
        case .callExpiry:
            // The grace begins with the call, however long the event was queued.
            setAlarm(.graceOver, at: max(entry.time, active.time.elapsed()) + rules.policy.grace)
            active.call.expire { [time = active.time] in self.report($0, at: time.elapsed()) }
        case .deliver: settle(active)
        }
    }

    private func setAlarm(_ event: RunEvent, at deadline: Duration) {
        guard let time = active?.time else { return }
        let alarm = Task.detached {
            do { try await time.sleep(deadline) } catch { return }
            self.report(event, at: time.elapsed())
        }
        active?.alarms.append(alarm)
    }

    private func settle(_ active: Active) {
        self.active = nil
        for alarm in active.alarms { alarm.cancel() }
        let service = active.call.service
        active.call.settled(stillRunning: record.isStillRunning)
        rules.ended()
        settled = rules.show(rules.delivery(of: record, service: service))
        wake { _ in true }
    }

    private func wake(_ isAwake: (Step) -> Bool) {
        for (step, continuation) in waiting where isAwake(step) { continuation.resume() }
        waiting.removeAll { isAwake($0.step) }
    }
}

/// The time since the start of a run.
private struct RunTime: Sendable {
    let elapsed: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
