public import PushPayload

/// Runs a notification service extension as the system does: in this process (`ExtensionHost`) or in one of its own
/// (`ExtensionProcessHost`).
///
/// Both keep one contract, so a test that takes `some ServiceExtensionHost` says what holds on either.
public protocol ServiceExtensionHost: Sendable {
    /// What the host does where settings or entitlements decide, or where Apple says nothing.
    var policy: SystemPolicy { get }

    /// The app's strings, in which the system looks up the localization keys of a push before the extension gets it.
    var localization: Localization { get }

    /// Starts to deliver a push, for a test that turns the clock while the extension runs.
    ///
    /// - Parameters:
    ///   - payload: the payload as it came from APNs.
    ///   - identifier: the request's identifier. A push that the system delivers twice keeps its own.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: the push on its way through the extension.
    func start(_ payload: Payload, identifier: String, pushType: PushType) async -> ExtensionRun
}

extension ServiceExtensionHost {
    /// Delivers a push and says what the screen shows.
    ///
    /// - Parameters:
    ///   - payload: the payload as it came from APNs.
    ///   - identifier: the request's identifier, a new one unless given. A push that the system delivers twice keeps its
    ///     own.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: what the screen shows, and why; it never fails.
    public func deliver(
        _ payload: Payload,
        identifier: String? = nil,
        pushType: PushType = .alert
    ) async -> Delivery {
        await start(payload, identifier: identifier ?? RequestIdentifier.next(), pushType: pushType).delivery
    }

    /// The push as the host takes it, or the run that is over because the system calls no extension for it.
    func admit(_ payload: Payload, pushType: PushType) -> Admission {
        let push = HostedPush(payload, pushType: pushType, localization: localization, policy: policy)
        if let reason = policy.reasonNotToCall(for: push) {
            return .uncalled(ExtensionRun(delivered: Delivery(uncalled: push.original, of: payload, because: reason)))
        }
        return .called(Judge(push: push, policy: policy))
    }
}

/// Whether the system calls an extension for a push.
enum Admission {
    case called(Judge)
    case uncalled(ExtensionRun)
}
