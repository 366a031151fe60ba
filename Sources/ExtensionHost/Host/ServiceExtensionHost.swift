public import PushPayload

/// Runs a notification service extension as the system does: in this process (`ExtensionHost`) or in a separate one
/// (`ExtensionProcessHost`).
///
/// Both implement the same contract, so a test that takes `some ServiceExtensionHost` holds for either.
public protocol ServiceExtensionHost: Sendable {
    /// Starts to deliver a push, for a test that advances the clock while the extension runs.
    ///
    /// - Parameters:
    ///   - payload: the payload as received from APNs.
    ///   - identifier: the request's identifier; nil for a new one. A push that the system delivers twice keeps its
    ///     identifier.
    ///   - pushType: the push's `apns-push-type`. Only a push of type alert can be suppressed.
    /// - Returns: the run of the push.
    func start(_ payload: Payload, identifier: String?, pushType: PushType) async -> ExtensionRun
}

extension ServiceExtensionHost {
    /// Delivers a push and returns what the screen shows, and the reason.
    ///
    /// A delivery never fails.
    ///
    /// The parameters are those of `start(_:identifier:pushType:)`.
    public func deliver(
        _ payload: Payload,
        identifier: String? = nil,
        pushType: PushType = .alert
    ) async -> Delivery {
        await start(payload, identifier: identifier, pushType: pushType).delivery
    }
}
