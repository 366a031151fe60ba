public import PushPayload

/// Runs a notification service extension as the system does: in this process (`ExtensionHost`) or in a separate one
/// (`ExtensionProcessHost`).
///
/// Both implement the same contract, so a test that takes `some ServiceExtensionHost` holds for either.
public protocol ServiceExtensionHost: Sendable {
    /// The host's behavior where settings or entitlements decide, or where Apple does not document it.
    var policy: SystemPolicy { get }

    /// The app's strings, in which the system looks up the localization keys of a push before it calls the extension.
    var localization: Localization { get }

    /// Starts to deliver a push, for a test that advances the clock while the extension runs.
    ///
    /// - Parameters:
    ///   - payload: the payload as received from APNs.
    ///   - identifier: the request's identifier. A push that the system delivers twice keeps its identifier.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: the run of the push.
    func start(_ payload: Payload, identifier: String, pushType: PushType) async -> ExtensionRun
}

extension ServiceExtensionHost {
    /// Delivers a push and returns what the screen shows.
    ///
    /// - Parameters:
    ///   - payload: the payload as received from APNs.
    ///   - identifier: the request's identifier; a new one by default. A push that the system delivers twice keeps its
    ///     identifier.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: what the screen shows, and the reason. A delivery never fails.
    public func deliver(
        _ payload: Payload,
        identifier: String? = nil,
        pushType: PushType = .alert
    ) async -> Delivery {
        await start(payload, identifier: identifier ?? RequestIdentifier.next(), pushType: pushType).delivery
    }

    /// Prepares a push for the host, or returns a finished run if the system calls no extension for it.
    package func admit(_ payload: Payload, pushType: PushType) -> Admission {
        let push = HostedPush(payload, pushType: pushType, localization: localization, policy: policy)
        if let reason = policy.reasonNotToCall(for: push) {
            return .uncalled(ExtensionRun(delivered: Delivery(uncalled: push.original, of: payload, because: reason)))
        }
        return .called(Judge(push: push, policy: policy))
    }
}

/// Whether the system calls an extension for a push.
package enum Admission {
    case called(Judge)
    case uncalled(ExtensionRun)
}
