/// A channel for broadcasts to the Live Activities of an app.
///
/// Source: Apple, "Sending channel management requests to APNs".
public struct BroadcastChannel: Sendable, Hashable, Codable {
    /// The storage of broadcasts for offline devices.
    public enum Storage: Int, Sendable, Codable {
        /// No Message Stored.
        case none = 0
        /// Most Recent Message Stored, for at most 8 hours.
        case mostRecent = 1
    }

    /// The storage time of a broadcast, in seconds: 8 hours.
    static let storageSeconds: Int64 = 8 * 3_600

    /// The identifier, base64; `apns-channel-id` in requests.
    public let id: String
    /// The app's bundle id.
    public let bundleID: String
    /// The storage policy.
    public let storage: Storage
    /// The tokens that receive the channel's broadcasts.
    ///
    /// They do not outlive a restart, as the Live Activities that follow the channel do not.
    var subscribers: Set<String> = []

    private enum CodingKeys: CodingKey { case id, bundleID, storage }
}
