public import Crypto

/// The two environments of the service.
public enum ServiceEnvironment: String, Sendable, CaseIterable {
    /// `api.sandbox.push.apple.com`.
    case development
    /// `api.push.apple.com`.
    case production
}

/// The public half of a token signing key as the service knows it.
///
/// Source: Apple, "Establishing a token-based connection to APNs".
public struct ProviderKey: Sendable {
    /// The key's identifier, 10 characters; a provider token names it as `kid`.
    public let id: String
    /// The team's identifier, 10 characters; a provider token names it as `iss`.
    public let team: String
    /// The public key, on curve P-256.
    public let publicKey: P256.Signing.PublicKey
    /// The environments for which the key was made.
    public var environments: Set<ServiceEnvironment>
    /// The bundle ids to which the key may push; nil for a team's key, which may push to all.
    public var topics: Set<String>?
    /// The identifier of the key with which this one may share a connection.
    public var related: String?

    /// Makes a key; see each property.
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

    /// Whether both keys may be used on one connection.
    func isRelated(to other: ProviderKey) -> Bool {
        id == other.id || related == other.id || other.related == id
    }
}
