import PushPayload

/// A request under examination: what is known of it, and what the checks have found.
struct Examination {
    let request: PushRequest
    let policy: ServicePolicy
    /// The keys of providers, by their identifiers.
    let keys: [String: ProviderKey]
    /// The client certificate of the connection.
    let certificate: PushConnection.Certificate?
    /// The time in milliseconds since 1970.
    let now: Int64

    /// What the connection remembers; the checks change it.
    var connection: PushConnection.State
    /// What the service knows of the device of the path; the checks count in it.
    var device: Device?

    /// The device token of the path, hex in lower case.
    var token = ""
    /// The key that has signed the provider token; nil with a certificate.
    var key: ProviderKey?
    /// The provider token's use, if the connection has not seen it before.
    var newToken: PushConnection.TokenUse?
    /// The topic, and without the push type's suffix the bundle id.
    var topic = ""
    var bundleID = ""
    var pushType = PushType.alert
    var priority = 10
    var expiration: Int64?
    var collapseID: String?
    /// The request's own identifier, if it is one.
    var id: String?

    var seconds: Int64 { now / 1000 }
}
