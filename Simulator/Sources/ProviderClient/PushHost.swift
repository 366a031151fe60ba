/// A push service host.
public struct PushHost: Sendable, Hashable {
    /// The base URL, without a trailing slash.
    public let url: String
    /// The path of the CA certificate to trust instead of the system's; nil for Apple's hosts.
    public let authorityPath: String?

    /// Creates a host from its base URL.
    public init(url: String, authorityPath: String? = nil) {
        self.url = url
        self.authorityPath = authorityPath
    }

    /// Apple's production environment.
    public static let production = PushHost(url: "https://api.push.apple.com")
    /// Apple's development environment.
    public static let development = PushHost(url: "https://api.sandbox.push.apple.com")

    /// Returns the host of a simulator on this machine.
    ///
    /// - Parameters:
    ///   - port: the port of its push service.
    ///   - authorityPath: the path of its `ca.pem`.
    /// - Returns: the host.
    public static func simulator(port: Int, authorityPath: String) -> PushHost {
        PushHost(url: "https://127.0.0.1:\(port)", authorityPath: authorityPath)
    }
}
