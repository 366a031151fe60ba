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
        let events: RunEvents
        let whenSettled: @Sendable () -> Void
        var alarms: [Task<Void, Never>] = []
    }

    private let rules: DeliveryRules
    private var record: RunRecord
    private var active: Active?
    private var settled: Delivery?
    private var reached: Set<Step> = []
    private var waiting: [(step: Step, continuation: CheckedContinuation<Void, Never>)] = []

    private init(_ rules: DeliveryRules, _ record: RunRecord, settled: Delivery?) {
        self.rules = rules
        self.record = record
        self.settled = settled
    }

    /// Creates a run that has not begun.
    package init(_ rules: DeliveryRules) {
        self.init(rules, RunRecord(lastAnswerCounts: rules.policy.lastAnswerCounts), settled: nil)
    }

    /// Creates a run that ended without a call of the extension.
    package init(_ rules: DeliveryRules, uncalled reason: DeliveryReason) {
        let delivery = Delivery(rules.original, of: rules, outcome: .unchanged, reason: reason)
        self.init(rules, RunRecord(lastAnswerCounts: rules.policy.lastAnswerCounts), settled: delivery)
    }

    /// Creates a run whose process could not be started.
    package init(_ rules: DeliveryRules, notStarted reason: DeliveryReason) {
        var record = RunRecord(lastAnswerCounts: rules.policy.lastAnswerCounts)
        _ = record.take(.ended(reason), at: .zero)
        self.init(rules, record, settled: rules.delivery(of: record, service: nil))
    }

    /// Starts the time and calls the extension; the closure is called when the content is settled.
    package nonisolated func begin(
        _ call: any ExtensionCall, on clock: any Clock<Duration>, whenSettled: @escaping @Sendable () -> Void = {}
    ) {
        let (stream, continuation) = AsyncStream<RunEvents.Entry>.makeStream()
        let events = RunEvents(clock, continuation)
        let active = Active(call: call, events: events, whenSettled: whenSettled)
        Task { await follow(stream, active) }
        call.start { events.report($0) }
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
    package var handlerCalls: Int { record.handlerCalls }

    /// Processes the events in their order, until nothing is left that could report one.
    private func follow(_ stream: AsyncStream<RunEvents.Entry>, _ started: Active) {
        active = started
        setAlarm(.timeOver, at: rules.policy.timeLimit)
        // A task of its own, which does not keep the call.
        Task { for await (event, time) in stream { take(event, at: time) } }
    }

    private func take(_ event: RunEvent, at time: Duration) {
        guard let active else { return record.takeLate(event) }
        let decision = record.take(event, at: time)
        if let step = event.step {
            reached.insert(step)
            wake { $0 == step }
        }
        switch decision {
        case .wait: break
        case .callExpiry:
            // The grace begins with the call, however long the event was queued.
            setAlarm(.graceOver, at: max(time, active.events.elapsed()) + rules.policy.grace)
            active.call.expire { [events = active.events] in events.report($0) }
        case .deliver: settle(active)
        }
    }

    private func setAlarm(_ event: RunEvent, at time: Duration) {
        guard let events = active?.events else { return }
        let alarm = Task.detached {
            do { try await events.sleep(until: time) } catch { return }
            events.report(event)
        }
        active?.alarms.append(alarm)
    }

    private func settle(_ active: Active) {
        // An extension that keeps its handler keeps only the events.
        self.active = nil
        for alarm in active.alarms { alarm.cancel() }
        let service = active.call.service
        active.call.settled(stillRunning: record.isStillRunning)
        settled = rules.delivery(of: record, service: service)
        wake { _ in true }
        active.whenSettled()
    }

    private func wake(_ isAwake: (Step) -> Bool) {
        for (step, continuation) in waiting where isAwake(step) { continuation.resume() }
        waiting.removeAll { isAwake($0.step) }
    }
}

/// Sends the events of a run to its actor, each with its time; releasing it ends the stream.
private final class RunEvents: Sendable {
    typealias Entry = (event: RunEvent, time: Duration)

    private let continuation: AsyncStream<Entry>.Continuation
    /// The time since the start of the run.
    let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>, _ continuation: AsyncStream<Entry>.Continuation) {
        self.continuation = continuation
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    deinit { continuation.finish() }

    func report(_ event: RunEvent) { continuation.yield((event, elapsed())) }

    /// Waits for a time after the start of the run.
    func sleep(until time: Duration) async throws { try await sleep(time) }
}
