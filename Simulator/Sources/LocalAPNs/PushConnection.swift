import Synchronization

/// A provider's connection, to which the rules about provider tokens are tied.
public final class PushConnection: Sendable {
    /// What a client certificate allows; a connection with one needs no provider token.
    ///
    /// Source: Apple, "Establishing a certificate-based connection to APNs".
    public struct Certificate: Sendable {
        /// The topics in the certificate; none makes it no provider's certificate.
        public let topics: Set<String>
        /// The environments that it is for.
        public let environments: Set<ServiceEnvironment>

        /// Makes a certificate's content.
        public init(topics: Set<String>, environments: Set<ServiceEnvironment>) {
            self.topics = topics
            self.environments = environments
        }
    }

    struct TokenUse {
        var text: String
        var key: ProviderKey
        var issuedAt: Int64
        /// When the token was first seen here, in milliseconds since 1970.
        var since: Int64
    }

    struct State {
        /// The key of the first valid token, which binds the team.
        var firstKey: ProviderKey?
        /// The token in use of each key.
        var tokens: [String: TokenUse] = [:]
        /// When the last request came, in milliseconds since 1970.
        var lastRequest: Int64?
    }

    let certificate: Certificate?
    let state = Mutex(State())

    /// Makes a connection, with the client certificate that TLS has checked if there is one.
    public init(certificate: Certificate? = nil) {
        self.certificate = certificate
    }
}
