import Synchronization

/// One push during its delivery.
public final class ExtensionRun: Sendable {
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

    private struct State {
        var record: RunRecord
        var active: Active?
        var settled: Delivery?
        var reached: Set<Step> = []
        var waiting: [(step: Step, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func wake(_ isAwake: (Step) -> Bool) {
            for (step, continuation) in waiting where isAwake(step) { continuation.resume() }
            waiting.removeAll { isAwake($0.step) }
        }
    }

    private let rules: DeliveryRules
    private let state: Mutex<State>

    /// Creates a run that has not begun, or with a reason one that ended without a call of the extension.
    init(_ rules: DeliveryRules, uncalled: DeliveryReason? = nil, notStarted: DeliveryReason? = nil) {
        self.rules = rules
        var record = RunRecord(lastAnswerCounts: rules.policy.lastAnswerCounts)
        var settled = uncalled.map { rules.show(Delivery(rules.original, of: rules, outcome: .unchanged, reason: $0)) }
        if let notStarted {
            _ = record.take(.ended(notStarted), at: .zero)
            settled = rules.show(rules.delivery(of: record, service: nil))
        }
        state = Mutex(State(record: record, settled: settled))
    }

    /// Starts the time and calls the extension.
    func begin(_ call: any ExtensionCall, on clock: any Clock<Duration>) {
        let time = RunTime(clock)
        state.withLock { $0.active = Active(call: call, time: time) }
        rules.began()
        setAlarm(.timeOver, at: rules.policy.timeLimit, time)
        // An extension that keeps its handler keeps the run and the time, not the call.
        call.start { self.take($0, at: time.elapsed()) }
    }

    /// The content that the screen shows; waits until it is settled.
    public var delivery: Delivery {
        get async {
            while true {
                if let settled = state.withLock({ $0.settled }) { return settled }
                await reached(.settled)
            }
        }
    }

    /// Waits until the step is reached, or until the run is settled without it.
    public func reached(_ step: Step) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.settled != nil || state.reached.contains(step) { return continuation.resume() }
                state.waiting.append((step, continuation))
            }
        }
    }

    /// The number of handler calls so far, including those after the content was settled.
    var handlerCalls: Int { state.withLock { $0.record.handlerCalls } }

    /// Takes an event, on any thread.
    private func take(_ event: RunEvent, at time: Duration) {
        let (active, decision, record) = state.withLock { state in
            let active = state.active
            let decision = state.record.take(event, at: time, isSettled: active == nil)
            if active != nil, case .of(let event) = event {
                state.reached.insert(event.step)
                state.wake { $0 == event.step }
            }
            if decision == .deliver { state.active = nil }
            return (active, decision, state.record)
        }
        guard let active else { return }
        switch decision {
        case .wait: break
        case .callExpiry:
            let time = active.time
            setAlarm(.graceOver, at: time.elapsed() + rules.policy.grace, time)
            active.call.expire { self.take($0, at: time.elapsed()) }
        case .deliver: settle(active, record)
        }
    }

    private func setAlarm(_ event: RunEvent, at deadline: Duration, _ time: RunTime) {
        let alarm = Task.detached {
            do { try await time.sleep(deadline) } catch { return }
            self.take(event, at: time.elapsed())
        }
        state.withLock { state in
            if state.active == nil { alarm.cancel() } else { state.active?.alarms.append(alarm) }
        }
    }

    private func settle(_ active: Active, _ record: RunRecord) {
        for alarm in active.alarms { alarm.cancel() }
        let service = active.call.service
        active.call.settled(stillRunning: record.isStillRunning)
        rules.ended()
        let delivery = rules.show(rules.delivery(of: record, service: service))
        state.withLock { state in
            state.settled = delivery
            state.wake { _ in true }
        }
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
