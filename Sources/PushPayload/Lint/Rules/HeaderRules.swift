/// Rules about the headers of a request to a device.
extension LintRule {
    /// A header occurs once.
    public static let duplicateHeader = LintRule(
        "duplicate-header", .error, "A header occurs once.",
        source: "Apple, Handling notification responses from APNs: 400 DuplicateHeaders")
    /// APNs reads only the headers that Apple lists.
    public static let unknownHeader = LintRule(
        "unknown-apns-header", .warning, "APNs reads only the headers that Apple lists.",
        source: "Apple, Sending notification requests to APNs")
    /// The header authorization is bearer and a JSON web token.
    public static let authorizationMalformed = LintRule(
        "authorization-malformed", .error, "The header authorization is bearer and a JSON web token.",
        source: "Apple, Establishing a token-based connection to APNs: 403 InvalidProviderToken")
    /// A topic is required except with a certificate for a single one.
    public static let topicMissing = LintRule(
        "topic-missing", .warning, "A topic is required except with a certificate for a single one.",
        source:
            "Apple, Sending notification requests to APNs; Apple, Handling notification responses from APNs: 400 MissingTopic"
    )
    /// A topic is printable ASCII without spaces.
    public static let topicMalformed = LintRule(
        "topic-malformed", .error, "A topic is printable ASCII without spaces.",
        source: "RFC 9110 section 5.5; Apple, Handling notification responses from APNs: 400 BadTopic")
    /// A topic ends as its push type demands.
    public static let topicSuffix = LintRule(
        "topic-suffix", .error, "A topic ends as its push type demands.",
        source: "Apple, Sending notification requests to APNs: 400 BadTopic or DeviceTokenNotForTopic")
    /// The header apns-push-type is required by watchOS 6 and recommended elsewhere.
    public static let pushTypeMissing = LintRule(
        "push-type-missing", .warning, "The header apns-push-type is required by watchOS 6 and recommended elsewhere.",
        source: "Apple, Sending notification requests to APNs")
    /// A push type is one of those that Apple lists.
    public static let pushTypeUnknown = LintRule(
        "push-type-unknown", .error, "A push type is one of those that Apple lists.",
        source: "Apple, Sending notification requests to APNs: 400 InvalidPushType")
    /// A priority is 10, 5 or 1.
    public static let priorityInvalid = LintRule(
        "priority-invalid", .error, "A priority is 10, 5 or 1.",
        source: "Apple, Sending notification requests to APNs: 400 BadPriority")
    /// A background push has priority 5; 10 is an error.
    public static let backgroundPriorityTen = LintRule(
        "background-priority-ten", .error, "A background push has priority 5; 10 is an error.",
        source: "Apple, Sending notification requests to APNs")
    /// Without a priority APNs takes 10, which is an error for a background push.
    public static let backgroundPriorityOmitted = LintRule(
        "background-priority-omitted", .warning,
        "Without a priority APNs takes 10, which is an error for a background push.",
        source: "Apple, Sending notification requests to APNs")
    /// A background push has priority 5.
    public static let backgroundPriorityOne = LintRule(
        "background-priority-one", .warning, "A background push has priority 5.",
        source: "Apple, Sending notification requests to APNs; whether 1 is taken is not documented", isOpen: true)
    /// A Push to Talk push has priority 10.
    public static let pushToTalkPriority = LintRule(
        "pushtotalk-priority", .warning, "A Push to Talk push has priority 10.",
        source: "Apple, Creating a Push to Talk app")
    /// A Live Activity push has priority 5 or 10.
    public static let liveActivityPriority = LintRule(
        "liveactivity-priority", .warning, "A Live Activity push has priority 5 or 10.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// An expiration is UNIX seconds in decimal; 0 tries once.
    public static let expirationInvalid = LintRule(
        "expiration-invalid", .error, "An expiration is UNIX seconds in decimal; 0 tries once.",
        source: "Apple, Sending notification requests to APNs: 400 BadExpirationDate")
    /// A call is tried at once: expiration 0, for VoIP at most a few seconds ahead.
    public static let callStored = LintRule(
        "call-stored", .warning, "A call is tried at once: expiration 0, for VoIP at most a few seconds ahead.",
        source: "Apple, Responding to VoIP notifications from PushKit; Apple, Creating a Push to Talk app")
    /// A collapse id has 1 to 64 bytes of UTF-8.
    public static let collapseIDLength = LintRule(
        "collapse-id-length", .error, "A collapse id has 1 to 64 bytes of UTF-8.",
        source: "Apple, Sending notification requests to APNs: 400 BadCollapseId")
    /// An id is a UUID, 8-4-4-4-12 hexadecimal digits.
    public static let idInvalid = LintRule(
        "id-invalid", .error, "An id is a UUID, 8-4-4-4-12 hexadecimal digits.",
        source: "Apple, Sending notification requests to APNs: 400 BadMessageId")
    /// An id is written in lower case.
    public static let idUpperCase = LintRule(
        "id-upper-case", .warning, "An id is written in lower case.",
        source: "Apple, Sending notification requests to APNs; whether upper case is taken is not documented",
        isOpen: true)

    static let headerRules: [LintRule] = [
        .duplicateHeader, .unknownHeader, .authorizationMalformed, .topicMissing, .topicMalformed, .topicSuffix,
        .pushTypeMissing, .pushTypeUnknown, .priorityInvalid, .backgroundPriorityTen, .backgroundPriorityOmitted,
        .backgroundPriorityOne, .pushToTalkPriority, .liveActivityPriority, .expirationInvalid, .callStored,
        .collapseIDLength, .idInvalid, .idUpperCase,
    ]
}
