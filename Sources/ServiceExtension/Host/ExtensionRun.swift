import Synchronization
import UserNotifications

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

    /// A run that is over before it began: the extension is not called.
    init(delivered delivery: Delivery) {
        milestones.settle(delivery)
    }

    init(
        timer: RunTimer,
        judge: Judge,
        makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension,
        makeRequest: @escaping @Sendable () -> UNNotificationRequest
    ) {
        let (events, report) = AsyncStream<(event: RunEvent, time: Duration)>.makeStream()
        let driver = RunDriver(timer: timer, judge: judge, milestones: milestones) {
            report.yield(($0, timer.elapsed()))
        }
        driver.callExtension(make: makeExtension, request: makeRequest) { self.answers.withLock { $0 += 1 } }
        Task { await driver.drive(events) }
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
