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

    /// A run whose turn has not come yet.
    init() {}

    /// A run that is over before it began: the extension is not called.
    init(delivered delivery: Delivery) {
        milestones.settle(delivery)
    }

    /// Begins the run at a site; the closure is called at the end.
    func begin(
        timer: RunTimer, judge: Judge, at site: any RunSite, whenSettled: @escaping @Sendable () -> Void = {}
    ) {
        RunDriver(timer: timer, judge: judge, site: site, milestones: milestones, whenSettled: whenSettled).start()
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
    public var handlerCalls: Int { milestones.handlerCalls }
}
