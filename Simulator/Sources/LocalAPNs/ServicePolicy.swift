/// How the service behaves where Apple's pages say nothing, or leave it to the service.
///
/// A switch starts with what Apple's pages say, and where they are silent with what promises a provider least.
public struct ServicePolicy: Sendable {
    /// The environment: development.
    ///
    /// It decides which keys and device tokens are valid, and development adds `apns-unique-id`.
    public var environment = ServiceEnvironment.development

    /// Whether a body that is not a JSON object is accepted, to be dropped by the device: no, `PayloadEmpty`.
    ///
    /// Apple documents no reason for it.
    public var acceptsMalformedPayload = false

    /// Whether an `apns-id` in upper case is accepted: no.
    ///
    /// Apple asks for lower case.
    public var acceptsUpperCaseID = false

    /// Whether a background push with priority 1 is accepted: no.
    ///
    /// Apple: "specify 5", "10 is an error".
    public var acceptsLowestPriorityForBackground = false

    /// Whether a provider token may carry `iat` as a string: no.
    ///
    /// Apple asks for a number; a client that sent strings was in wide use.
    public var acceptsIssueTimeAsText = false

    /// The reason for a key of the other environment: as documented, `BadEnvironmentKeyIdInToken`.
    ///
    /// `badEnvironmentKeyInToken` is what was seen on the wire.
    public var environmentReason = Reason.badEnvironmentKeyIDInToken

    /// The longest device token, in hex digits: 200.
    ///
    /// Apple: "Don't make assumptions about device token size".
    public var maximumTokenLength = 200

    /// How many pushes a device may get within one second before `TooManyRequests`: nil, as many as there are.
    ///
    /// Apple gives no number.
    public var pushesPerDeviceAndSecond: Int?

    /// How long a connection may be idle before `IdleTimeout`, in seconds: nil, as long as it likes.
    ///
    /// Apple gives no number.
    public var idleSeconds: Int64?

    /// How long a push without `apns-expiration` is stored for a device that is offline, in seconds: 30 days.
    ///
    /// Apple: up to 30 days.
    public var storageSeconds: Int64 = 30 * 86_400

    /// Makes the policy described at each switch.
    public init() {}
}
