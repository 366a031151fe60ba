/// One check of a request.
///
/// Checks are values, so that their order can be read, tested and compared with Apple's pages.
public struct Check: Sendable {
    /// The basis of a check and of its position in the order.
    public enum Basis: String, Sendable {
        /// Apple's pages state the check.
        case documented
        /// Apple's pages state the check; its position, or the exact condition, is inferred.
        case inferred
    }

    /// The condition that holds for an accepted push.
    public let name: String
    /// The reasons of its refusals.
    public let reasons: [Reason]
    /// Documented or inferred.
    public let basis: Basis
    /// Apple's page, or the basis of the inference.
    public let source: String

    /// Checks a request and stores the parsed values in the context; returns nil if the push passes.
    let run: @Sendable (inout CheckContext) -> Rejection?

    init(
        _ name: String,
        _ reasons: [Reason],
        _ basis: Basis,
        _ source: String,
        run: @escaping @Sendable (inout CheckContext) -> Rejection?
    ) {
        self.name = name
        self.reasons = reasons
        self.basis = basis
        self.source = source
        self.run = { context in
            guard var refusal = run(&context) else { return nil }
            refusal.cause = refusal.cause ?? "expected that \(name)"
            return refusal
        }
    }
}

/// A refusal; for status 410 with the time at which the device token became invalid.
struct Rejection {
    let reason: Reason
    var timestamp: Int64?
    /// The cause in words, for the developer.
    var cause: String?
}

extension Rejection? {
    static func because(_ reason: Reason, _ cause: String? = nil) -> Rejection? {
        Rejection(reason: reason, cause: cause)
    }
}

extension Check {
    /// All checks in the order in which they run.
    ///
    /// Apple documents only that authentication comes before the device token ("Sending notification requests to APNs"). The
    /// order of the header checks is not documented.
    public static let order: [Check] = [
        idle, method, path, duplicateHeaders,
        authentication, tokenUpdates,
        topic, pushType, topicOfType, topicAllowed,
        messageID, priority, expiration, collapseID,
        payloadEmpty, payloadSize, payloadSyntax,
        deviceToken, deviceTopic, deviceValidity, deviceRate,
    ]

    /// The checks of a broadcast.
    ///
    /// Apple documents that authentication comes before the channel ("Sending broadcast push notification requests to APNs").
    public static let broadcastOrder: [Check] = [
        idle, method, broadcastPath, duplicateHeaders,
        authentication, tokenUpdates, bundleID,
        broadcastChannel, broadcastType, requestID, broadcastPriority, broadcastExpiration,
        payloadEmpty, broadcastSize, broadcastSyntax,
    ]

    /// The checks of a request about the channels of an app.
    public static let managementOrder: [Check] = [
        idle, managementPath, managementMethod, duplicateHeaders,
        authentication, tokenUpdates, bundleID, requestID,
        channelConfiguration, managedChannel,
    ]
}
