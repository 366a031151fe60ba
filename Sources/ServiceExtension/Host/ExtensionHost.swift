public import Foundation
public import PushPayload
public import UserNotifications

/// Runs a notification service extension in this process as the system does on a phone.
///
/// The host keeps Apple's contract: which payloads reach the extension, its 30 seconds, the call for the end on another
/// thread, the first call of the handler, and the original content when the extension gives none that may be shown. An
/// extension that crashes takes the process with it, and one that never returns keeps its thread.
public struct ExtensionHost: Sendable {
    /// What the host does where settings or entitlements decide.
    public let policy: SystemPolicy

    /// The app's strings, in which the system looks up the localization keys of a push before the extension gets it.
    public let localization: Localization

    private let makeExtension: @Sendable () -> UNNotificationServiceExtension
    private let startTimer: @Sendable () -> RunTimer

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - policy: the switches for what Apple's contract leaves open.
    ///   - localization: the app's strings; without them a localization key stands for itself.
    ///   - clock: counts the extension's time. A test hands over a `ManualClock` and turns it by hand.
    ///   - makeExtension: makes the extension, a new object for each push. `NotificationService.init` will do.
    public init(
        policy: SystemPolicy = SystemPolicy(),
        localization: Localization = .none,
        clock: some Clock<Duration> = ContinuousClock(),
        extension makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.policy = policy
        self.localization = localization
        self.makeExtension = makeExtension
        startTimer = { RunTimer(clock) }
    }

    /// Delivers a push and says what the screen shows.
    ///
    /// - Parameters:
    ///   - payload: the payload as it came from APNs.
    ///   - identifier: the request's identifier. A push that the system delivers twice keeps its own.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: what the screen shows, and why; it never fails.
    public func deliver(
        _ payload: Payload,
        identifier: String = UUID().uuidString,
        pushType: PushType = .alert
    ) async -> Delivery {
        await start(payload, identifier: identifier, pushType: pushType).delivery
    }

    /// Starts to deliver a push, for a test that turns the clock while the extension runs.
    ///
    /// The parameters are those of `deliver(_:identifier:pushType:)`.
    public func start(
        _ payload: Payload,
        identifier: String = UUID().uuidString,
        pushType: PushType = .alert
    ) -> ExtensionRun {
        let push = HostedPush(payload, pushType: pushType, localization: localization)
        if let reason = policy.reasonNotToCall(for: payload, localization: localization) {
            return ExtensionRun(delivered: Delivery(uncalled: push.original, of: payload, because: reason))
        }
        let judge = Judge(push: push, policy: policy)
        return ExtensionRun(timer: startTimer(), judge: judge) { report in
            InProcessSite(judge, make: makeExtension) {
                UNNotificationRequest(
                    identifier: identifier,
                    content: UNMutableNotificationContent(payload, localization: localization),
                    trigger: UNPushNotificationTrigger()
                )
            } report: {
                report($0)
            }
        }
    }
}
