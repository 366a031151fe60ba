import Synchronization

/// One push on its way through an extension.
public final class ExtensionRun: Sendable {
    /// What a test can wait for before it turns the clock.
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

    private let milestones = Milestones()
    private let answers = Mutex(0)

    /// A run whose turn has not come yet.
    init() {}

    /// A run that is over before it began: the extension is not called.
    init(delivered delivery: Delivery) {
        milestones.settle(delivery)
    }

    /// Begins the run; `call` calls the extension and hands on what it does, `whenSettled` is called at the end.
    func begin(
        timer: RunTimer,
        judge: Judge,
        call: (_ report: @escaping @Sendable (RunEvent) -> Void) -> any RunSite,
        whenSettled: @escaping @Sendable () -> Void = {}
    ) {
        let (events, continuation) = AsyncStream<(event: RunEvent, time: Duration)>.makeStream()
        let report: @Sendable (RunEvent) -> Void = { event in
            if case .answered = event { self.answers.withLock { $0 += 1 } }
            continuation.yield((event, timer.elapsed()))
        }
        let driver = RunDriver(
            timer: timer, judge: judge, milestones: milestones, report: report, site: call(report))
        Task {
            await driver.drive(events)
            continuation.finish()
            whenSettled()
        }
    }

    /// What the screen shows, as soon as it is settled.
    public var delivery: Delivery {
        get async { await milestones.delivery }
    }

    /// Waits until the step is reached, or until the run is settled without it.
    public func reached(_ step: Step) async {
        await milestones.reached(step)
    }

    /// How often the handler has been called until now, also after the content was settled.
    public var handlerCalls: Int { answers.withLock { $0 } }
}
