import Synchronization

/// The state of a provider's connection, which the rules about provider tokens use.
public final class PushConnection: Sendable {
    /// The content of a client certificate.
    ///
    /// A connection with a certificate needs no provider token.
    ///
    /// Source: Apple, "Establishing a certificate-based connection to APNs".
    public struct Certificate: Sendable {
        /// The topics in the certificate.
        ///
        /// A certificate without topics is not a provider's certificate.
        public let topics: Set<String>
        /// The environments of the certificate.
        public let environments: Set<ServiceEnvironment>

        /// Creates the content of a certificate.
        public init(topics: Set<String>, environments: Set<ServiceEnvironment>) {
            self.topics = topics
            self.environments = environments
        }
    }

    /// A host of the service.
    public enum Host: Sendable {
        /// The host for pushes and broadcasts.
        case pushes
        /// The host for requests about channels (Apple, "Sending channel management requests to APNs").
        case channels
    }

    struct TokenUse {
        var text: String
        var key: ProviderKey
        var issuedAt: Int64
        /// The time of the token's first use on the connection, in milliseconds since 1970.
        var since: Int64
    }

    struct State {
        /// The key of the first valid token; later tokens must be of the same team.
        var firstKey: ProviderKey?
        /// The current token of each key, by key identifier.
        var tokens: [String: TokenUse] = [:]
        /// The time of the last request, in milliseconds since 1970.
        var lastRequest: Int64?
        /// The number of errors of the provider.
        var errorCount = 0
    }

    /// The host of the service to which the client is connected.
    public let host: Host
    let certificate: Certificate?
    let state = Mutex(State())

    /// Whether a provider token was accepted on the connection, or it has a certificate.
    public var isAuthenticated: Bool { certificate != nil || state.withLock { $0.firstKey != nil } }

    /// Creates the state of a connection, with the client certificate that TLS has verified, if any.
    public init(to host: Host = .pushes, certificate: Certificate? = nil) {
        self.host = host
        self.certificate = certificate
    }

    /// Returns the end of the connection after an answer; nil if it stays open.
    ///
    /// Source: Apple, "Handling notification responses from APNs": IdleTimeout, "the connection timed out", and "APNs disconnects a
    /// provider connection with too many error conditions", of which 410 is none. The reason of the latter is inferred.
    func ending(after answer: PushAnswer, by policy: ServicePolicy) -> ServiceResponse.Ending? {
        guard let reason = answer.reason, reason.status != 410 else { return nil }
        let errorCount = state.withLock { state in
            state.errorCount += 1
            return state.errorCount
        }
        let isOverLimit = policy.errorLimit.map { errorCount >= $0 } ?? false
        return reason == .idleTimeout || isOverLimit ? .goAway(reason) : nil
    }
}
