import PushPayload

/// An operation on the channels of an app.
///
/// Source: Apple, "Sending channel management requests to APNs".
enum ChannelOperation {
    case create(BroadcastChannel.Storage)
    case read, delete, list
}

/// The input and the results of the checks of one request.
struct CheckContext {
    let request: PushRequest
    let policy: ServicePolicy
    /// The keys of providers, by identifier.
    let keys: [String: ProviderKey]
    /// The client certificate of the connection.
    let certificate: PushConnection.Certificate?
    /// The time in milliseconds since 1970.
    let now: Int64

    /// The state of the connection; the checks change it.
    var connection: PushConnection.State
    /// The device of the path; nil if the token is unknown.
    ///
    /// The rate check counts in it.
    var device: Device?

    /// The device token of the path, in lower-case hexadecimal.
    var token = ""
    /// The key that signed the provider token; nil with a certificate.
    var key: ProviderKey?
    /// The provider token's use, if the token is new on the connection.
    var newToken: PushConnection.TokenUse?
    /// Whether the provider token's `iat` is a whole number.
    var hasExactTime = true
    /// The topic with the push type's suffix; `bundleID` is the topic without it.
    var topic = ""
    var bundleID = ""
    var pushType = PushType.alert
    var priority = 10
    var expiration: Int64?
    var collapseID: String?
    /// The request's `apns-id`, or `apns-request-id` about a channel, if it is valid.
    var id: String?

    /// The channel that `apns-channel-id` names; nil if it is unknown.
    var channel: BroadcastChannel?
    /// The number of channels of the app.
    var channelCount = 0
    /// The operation of a request about channels.
    var operation = ChannelOperation.list

    var seconds: Int64 { now / 1000 }
}
