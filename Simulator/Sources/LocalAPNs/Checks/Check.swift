/// One of the checks that a request goes through.
///
/// They are data so that their order can be read, tested and compared with Apple's pages.
public struct Check: Sendable {
    /// Where a check and its place in the order come from.
    public enum Standing: String, Sendable {
        /// Apple's pages say so.
        case documented
        /// Apple's pages say what is checked; that it comes here, or what exactly is refused, is inferred.
        case inferred
    }

    /// What is checked.
    public let name: String
    /// The reasons with which it refuses.
    public let reasons: [Reason]
    /// Where it comes from.
    public let standing: Standing
    /// Apple's page, or what the inference is from.
    public let source: String

    /// Looks at the request and notes what it finds; returns why the push is refused.
    let run: @Sendable (inout Examination) -> Refusal?

    init(
        _ name: String,
        _ reasons: [Reason],
        _ standing: Standing,
        _ source: String,
        run: @escaping @Sendable (inout Examination) -> Refusal?
    ) {
        self.name = name
        self.reasons = reasons
        self.standing = standing
        self.source = source
        self.run = run
    }
}

/// Why a push is refused, for status 410 with the time since when.
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
    /// Every check in the order in which a request goes through them.
    ///
    /// Documented is: authentication before the device token ("Sending notification requests to APNs"). The order of the
    /// header checks among themselves is nowhere.
    public static let order: [Check] = [
        idle, method, path, duplicateHeaders,
        authentication, tokenUpdates,
        topic, pushType, topicOfType, topicAllowed,
        messageID, priority, expiration, collapseID,
        payloadEmpty, payloadSize, payloadSyntax,
        deviceToken, deviceTopic, deviceValidity, deviceRate,
    ]
}
