public import Crypto

/// The two environments of the service.
public enum ServiceEnvironment: String, Sendable, CaseIterable, Codable {
    /// `api.sandbox.push.apple.com`.
    case development
    /// `api.push.apple.com`.
    case production
}

/// The public half of a provider's token signing key.
///
/// Source: Apple, "Establishing a token-based connection to APNs".
public struct ProviderKey: Sendable {
    /// The key's identifier, 10 characters: `kid` in a provider token.
    public let id: String
    /// The team's identifier, 10 characters: `iss` in a provider token.
    public let team: String
    /// The public key, on curve P-256.
    public let publicKey: P256.Signing.PublicKey
    /// The environments of the key.
    public var environments: Set<ServiceEnvironment>
    /// The bundle ids of a topic-specific key; nil for a team-scoped key, which may push to all.
    public var topics: Set<String>?
    /// The identifier of a key that may share a connection with this one.
    public var related: String?

    /// Creates a key; see the properties.
    public init(
        id: String,
        team: String,
        publicKey: P256.Signing.PublicKey,
        environments: Set<ServiceEnvironment> = [.development, .production],
        topics: Set<String>? = nil,
        related: String? = nil
    ) {
        self.id = id
        self.team = team
        self.publicKey = publicKey
        self.environments = environments
        self.topics = topics
        self.related = related
    }

    /// Returns whether both keys may be used on one connection.
    func isRelated(to other: ProviderKey) -> Bool {
        id == other.id || related == other.id || other.related == id
    }
}
