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

    private let milestones = Milestones()

    /// Creates a run that has not begun.
    package init() {}

    /// Creates a run that ended without a call of the extension.
    init(delivered delivery: Delivery) {
        milestones.settle(delivery)
    }

    /// Begins the run at a site; the closure is called at the end.
    package func begin(
        timer: RunTimer, judge: Judge, at site: any RunSite, whenSettled: @escaping @Sendable () -> Void = {}
    ) {
        RunDriver(timer: timer, judge: judge, site: site, milestones: milestones, whenSettled: whenSettled).start()
    }

    /// The content that the screen shows; waits until it is settled.
    public var delivery: Delivery {
        get async { await milestones.delivery }
    }

    /// Waits until the step is reached, or until the run is settled without it.
    public func reached(_ step: Step) async {
        await milestones.reached(step)
    }

    /// The number of handler calls so far, including those after the content was settled.
    public var handlerCalls: Int { milestones.handlerCalls }
}
