import Foundation
public import PhoneState
public import PushPayload
public import UserNotifications

/// Runs a notification service extension in this process as the system does on a phone.
///
/// The host implements Apple's contract: which payloads reach the extension, the limit of 30 seconds, the expiry call
/// on another thread, the first call of the handler, and the original content if the extension hands over none that may
/// be shown. An extension that crashes ends the process. An extension that never returns keeps its thread.
public struct ExtensionHost: ServiceExtensionHost {
    /// The host's behavior where settings or entitlements decide.
    public let policy: SystemPolicy

    /// The phone on which the extension runs, with its lock state, its keychain, its app's strings and the notifications that it
    /// shows.
    public let phone: Phone

    private let makeExtension: @Sendable () -> UNNotificationServiceExtension
    private let clock: any Clock<Duration>
    private let queue: CallQueue

    /// Creates a host on a phone, `Phone.current` unless given, whose entitlements are the extension's.
    ///
    /// The clock measures the extension's time; a test passes a `ManualClock`. `makeExtension` is called for each push.
    public init(
        phone: Phone? = nil,
        policy: SystemPolicy = SystemPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        extension makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.phone = (phone ?? .current).following(policy)
        self.policy = policy
        self.makeExtension = makeExtension
        self.clock = clock
        queue = CallQueue(limit: policy.pushesAtOnce)
    }

    /// Starts to deliver a push, for a test that advances the clock while the extension runs.
    ///
    /// With `SystemPolicy.pushesAtOnce` pushes running, the extension is called, and its time starts, after an earlier
    /// push is settled.
    public func start(_ payload: Payload, identifier: String? = nil, pushType: PushType = .alert) -> ExtensionRun {
        let rules = DeliveryRules(
            payload, identifier: identifier ?? UUID().uuidString, pushType: pushType, policy: policy,
            phone: phone)
        if let reason = rules.reasonNotToCall { return ExtensionRun(rules, uncalled: reason) }
        let run = ExtensionRun(rules)
        let call = InProcessCall(
            identifier: rules.identifier, original: rules.original, phone: phone, make: makeExtension)
        let turn = queue.enter()
        Task { [queue, clock] in
            for await _ in turn {}
            run.begin(call, on: clock)
            _ = await run.delivery
            queue.leave()
        }
        return run
    }
}

extension Phone {
    /// The phone as an extension under a policy sees it.
    func following(_ policy: SystemPolicy) -> Phone {
        policy.removalDelay > .zero ? with(removalDelay: policy.removalDelay) : self
    }
}

/// Runs a notification service extension as the system does: in this process (`ExtensionHost`) or in a separate one
/// (`ExtensionProcessHost`), by the same contract.
public protocol ServiceExtensionHost: Sendable {
    /// Starts to deliver a push, for a test that advances the clock while the extension runs.
    ///
    /// The request has the identifier, or a new one. A push that the system delivers twice keeps its identifier, and one with an
    /// `apns-collapse-id` has that. It replaces a notification with the same identifier.
    func start(_ payload: Payload, identifier: String?, pushType: PushType) async -> ExtensionRun
}

extension ServiceExtensionHost {
    /// Delivers a push and returns what the screen shows, and the reason; never fails.
    ///
    /// The parameters are those of `start(_:identifier:pushType:)`.
    public func deliver(
        _ payload: Payload, identifier: String? = nil, pushType: PushType = .alert
    ) async -> Delivery {
        await start(payload, identifier: identifier, pushType: pushType).delivery
    }
}
