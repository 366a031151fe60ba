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
    let run: @Sendable (inout CheckContext) -> Refusal?

    init(
        _ name: String,
        _ reasons: [Reason],
        _ basis: Basis,
        _ source: String,
        run: @escaping @Sendable (inout CheckContext) -> Refusal?
    ) {
        self.name = name
        self.reasons = reasons
        self.basis = basis
        self.source = source
        self.run = run
    }
}

/// A refusal; for status 410 with the time at which the device token became invalid.
struct Refusal {
    let reason: Reason
    var timestamp: Int64?

    init(_ reason: Reason, since timestamp: Int64? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}

extension Refusal? {
    static func because(_ reason: Reason) -> Refusal? { Refusal(reason) }
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
}
