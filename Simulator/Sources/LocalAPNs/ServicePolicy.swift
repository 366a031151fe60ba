/// The behaviour of the service in cases that Apple's pages do not specify.
///
/// Each default follows Apple's pages. Without a documented behaviour, the default is the strictest for a provider.
public struct ServicePolicy: Sendable {
    /// The environment: development.
    ///
    /// It determines the valid keys and device tokens. The development environment adds `apns-unique-id`.
    public var environment = ServiceEnvironment.development

    /// Whether a body that is not a JSON object is accepted and dropped by the device.
    ///
    /// Default: no, `PayloadEmpty`. Apple documents no reason for this case.
    public var acceptsMalformedPayload = false

    /// Whether an upper-case `apns-id` is accepted.
    ///
    /// Default: no. Apple requires lower case.
    public var acceptsUpperCaseID = false

    /// Whether a background push with priority 1 is accepted.
    ///
    /// Default: no. Apple: "specify 5", "10 is an error".
    public var acceptsLowestPriorityForBackground = false

    /// Whether `iat` in a provider token may be a string, or have a fraction, which is then dropped.
    ///
    /// Default: yes, with a warning. Apple's page requires a number of seconds, but its servers accept both: APNSwift sent a string
    /// (kylebrowning/APNSwift#246), PyAPNs2 sends a fraction (`apns2/credentials.py`).
    public var acceptsInexactIssueTime = true

    /// The reason for a key of the other environment.
    ///
    /// Default: the documented `BadEnvironmentKeyIdInToken`. `badEnvironmentKeyInToken` was observed on the wire.
    public var environmentReason = Reason.badEnvironmentKeyIDInToken

    /// The maximum length of a device token, in hexadecimal digits.
    ///
    /// Default: 200. Apple: "Don't make assumptions about device token size".
    public var maximumTokenLength = 200

    /// The number of pushes that a device may receive within one second before `TooManyRequests`.
    ///
    /// Default: nil, no limit. Apple documents no number.
    public var pushesPerDeviceAndSecond: Int?

    /// The idle time of a connection before `IdleTimeout`, in seconds.
    ///
    /// Default: nil, no limit. Apple documents no number.
    public var idleSeconds: Int64?

    /// The time for which a push with priority 5 or 1 waits at the service, in milliseconds.
    ///
    /// Default: nil, no time. Apple delivers such a push "based on power considerations on the user's device" and documents no time.
    public var lowPriorityDelay: Int64?

    /// The number of errors on one connection after which it is ended; 410 is no error.
    ///
    /// Default: nil, no limit. Apple documents that there is one, and no number.
    public var errorLimit: Int?

    /// The storage time of a push without `apns-expiration` for an offline device, in seconds.
    ///
    /// Default: 30 days. Apple: up to 30 days.
    public var storageSeconds: Int64 = 30 * 86_400

    /// Whether the apps have the capability for broadcasts.
    ///
    /// Default: yes. Without it, requests about channels get `FeatureNotEnabled`.
    public var hasBroadcasts = true

    /// The maximum number of channels of an app.
    ///
    /// Default: 10,000, Apple's limit for each environment.
    public var channelLimit = 10_000

    /// Creates a policy with the defaults.
    public init() {}
}
