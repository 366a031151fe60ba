/// The hosts of a push service.
public struct PushHost: Sendable, Hashable {
    /// The base URL for pushes and broadcasts, without a trailing slash.
    public let url: String
    /// The base URL for requests about channels, without a trailing slash.
    public let channelURL: String
    /// The path of the CA certificate to trust instead of the system's; nil for Apple's hosts.
    public let authorityPath: String?

    /// Creates the hosts from their base URLs.
    public init(url: String, channelURL: String, authorityPath: String? = nil) {
        self.url = url
        self.channelURL = channelURL
        self.authorityPath = authorityPath
    }

    /// Returns the hosts of a simulator on this machine.
    ///
    /// - Parameters:
    ///   - port: the port for pushes.
    ///   - channelPort: the port for requests about channels.
    ///   - authorityPath: the path of its `ca.pem`.
    /// - Returns: the hosts.
    public static func simulator(port: Int, channelPort: Int, authorityPath: String) -> PushHost {
        PushHost(
            url: "https://127.0.0.1:\(port)", channelURL: "https://127.0.0.1:\(channelPort)",
            authorityPath: authorityPath)
    }
}
