public import ArgumentParser
import LocalAPNs
import SealedPushSimulator

/// The options of `run` that set the policy of the push service and the limits of its connections.
struct ServiceOptions: ParsableArguments {
    /// An invalid request that the service accepts; each is a switch of `ServicePolicy`.
    enum Tolerance: String, CaseIterable, ExpressibleByArgument {
        case malformedPayload = "malformed-payload"
        case upperCaseID = "upper-case-id"
        case lowestBackgroundPriority = "background-priority-1"
    }

    /// The reason for a key of the other environment, as documented and as observed.
    enum EnvironmentReason: String, CaseIterable, ExpressibleByArgument {
        case documented = "BadEnvironmentKeyIdInToken"
        case observed = "BadEnvironmentKeyInToken"
    }

    @Option(help: "The environment: development, which answers with apns-unique-id, or production.")
    var environment = ServicePolicy().environment

    @Option(
        help: ArgumentHelp(
            "A request that Apple's pages forbid or do not specify, and that is accepted; may be repeated.",
            discussion: """
                malformed-payload      a body that is not a JSON object
                upper-case-id          an apns-id in upper case
                background-priority-1  a background push with priority 1
                """))
    var accept: [Tolerance] = []

    @Flag(help: "Refuse a provider token whose iat is a string or has a fraction; Apple's servers accept both.")
    var exactIssueTime = false

    @Option(help: "The pushes that a device may receive in one second before TooManyRequests; default: no limit.")
    var rate: Int?

    @Option(help: "The seconds without a request after which a connection gets IdleTimeout; default: no limit.")
    var idleTime: Int64?

    @Option(help: "The milliseconds for which a push with priority 5 or 1 waits at the service; default: none.")
    var lowPriorityDelay: Int64?

    @Option(help: "The errors, other than 410, after which a connection is ended with GOAWAY; default: no limit.")
    var errors: Int?

    @Option(help: "The seconds for which a push without apns-expiration is stored for an offline phone.")
    var storageTime: Int64 = ServicePolicy().storageSeconds

    @Option(help: "The maximum length of a device token, in hexadecimal digits.")
    var tokenLength = ServicePolicy().maximumTokenLength

    @Option(
        help: ArgumentHelp(
            "The reason for a key of the other environment.",
            discussion: "That of Apple's page, or the observed BadEnvironmentKeyInToken."))
    var environmentReason = EnvironmentReason.documented

    @Flag(inversion: .prefixedNo, help: "The apps have the capability for broadcasts; without it FeatureNotEnabled.")
    var broadcasts = true

    @Option(help: "The maximum number of channels of an app.")
    var channels = ServicePolicy().channelLimit

    @Option(help: "The seconds for the TLS handshake and the preface of HTTP/2.")
    var handshakeTimeout = 10

    @Option(help: "The seconds between the start and the end of a frame or a header block.")
    var frameTimeout = 10

    @Option(help: "The seconds between the header and the end of a request.")
    var requestTimeout = 30

    @Option(help: "The maximum number of connections; default: half of the process's file descriptors.")
    var connections: Int?

    func validate() throws {
        let positive = [
            ("--rate", rate), ("--token-length", tokenLength), ("--channels", channels), ("--connections", connections),
            ("--handshake-timeout", handshakeTimeout), ("--frame-timeout", frameTimeout),
            ("--request-timeout", requestTimeout), ("--idle-time", idleTime.map { Int($0) }),
            ("--storage-time", Int(storageTime)), ("--errors", errors),
            ("--low-priority-delay", lowPriorityDelay.map { Int($0) }),
        ]
        for (name, value) in positive where value.map({ $0 < 1 }) ?? false {
            throw ValidationError("\(name) must be at least 1")
        }
    }

    var policy: ServicePolicy {
        var policy = ServicePolicy()
        policy.environment = environment
        policy.acceptsMalformedPayload = accept.contains(.malformedPayload)
        policy.acceptsUpperCaseID = accept.contains(.upperCaseID)
        policy.acceptsLowestPriorityForBackground = accept.contains(.lowestBackgroundPriority)
        policy.acceptsInexactIssueTime = !exactIssueTime
        policy.environmentReason =
            environmentReason == .documented ? .badEnvironmentKeyIDInToken : .badEnvironmentKeyInToken
        policy.maximumTokenLength = tokenLength
        policy.pushesPerDeviceAndSecond = rate
        policy.idleSeconds = idleTime
        policy.errorLimit = errors
        policy.lowPriorityDelay = lowPriorityDelay
        policy.storageSeconds = storageTime
        policy.hasBroadcasts = broadcasts
        policy.channelLimit = channels
        return policy
    }

    var limits: ServerLimits {
        var limits = ServerLimits()
        limits.handshake = .seconds(handshakeTimeout)
        limits.frame = .seconds(frameTimeout)
        limits.request = .seconds(requestTimeout)
        limits.connections = connections
        return limits
    }
}

extension ServiceEnvironment: ExpressibleByArgument {}
extension Reason: ExpressibleByArgument {}
