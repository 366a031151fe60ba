/// A reason of Apple's table "Handling notification responses from APNs", in its order; the raw value is the string in the answer's body.
public enum Reason: String, Sendable, CaseIterable {
    /// The collapse identifier exceeds 64 bytes.
    case badCollapseID = "BadCollapseId"
    /// The device token is not hexadecimal, or the service did not issue it.
    case badDeviceToken = "BadDeviceToken"
    /// `apns-expiration` is not a UNIX time.
    case badExpirationDate = "BadExpirationDate"
    /// `apns-id` is not a canonical UUID.
    case badMessageID = "BadMessageId"
    /// `apns-priority` is not 10, 5 or 1, or not allowed for the push type.
    case badPriority = "BadPriority"
    /// `apns-topic` is malformed, or does not belong to the push type.
    case badTopic = "BadTopic"
    /// The device token belongs to another app.
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    /// A header field is repeated.
    case duplicateHeaders = "DuplicateHeaders"
    /// The connection was idle for too long.
    case idleTimeout = "IdleTimeout"
    /// `apns-push-type` is not one of the eleven push types.
    case invalidPushType = "InvalidPushType"
    /// The path has no device token.
    case missingDeviceToken = "MissingDeviceToken"
    /// `apns-topic` is missing, and the connection has no certificate with exactly one topic.
    case missingTopic = "MissingTopic"
    /// The body is empty.
    case payloadEmpty = "PayloadEmpty"
    /// The key or certificate may not push to this topic.
    case topicDisallowed = "TopicDisallowed"
    /// The certificate is not a provider's certificate.
    case badCertificate = "BadCertificate"
    /// The certificate is for the other environment.
    case badCertificateEnvironment = "BadCertificateEnvironment"
    /// The provider token was issued more than an hour ago.
    case expiredProviderToken = "ExpiredProviderToken"
    /// The push type is not allowed with this kind of authentication.
    case forbidden = "Forbidden"
    /// The provider token is malformed, names an unknown key, or has a wrong signature.
    case invalidProviderToken = "InvalidProviderToken"
    /// There is neither a provider token nor a certificate.
    case missingProviderToken = "MissingProviderToken"
    /// The key is not related to the first key of the connection.
    case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
    /// The key is for the other environment; the spelling in the documentation.
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
    /// The key is for the other environment; the spelling observed on the wire.
    ///
    /// See `ServicePolicy.environmentReason`.
    case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
    /// The path is not `/3/device/TOKEN`.
    case badPath = "BadPath"
    /// The method is not `POST`.
    case methodNotAllowed = "MethodNotAllowed"
    /// The device token was replaced by a newer one.
    case expiredToken = "ExpiredToken"
    /// The app was removed from the device.
    case unregistered = "Unregistered"
    /// The body is longer than the push type allows.
    case payloadTooLarge = "PayloadTooLarge"
    /// The provider token was renewed within 20 minutes on one connection.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    /// One device received too many pushes.
    case tooManyRequests = "TooManyRequests"
    /// The service failed.
    case internalServerError = "InternalServerError"
    /// The service is not available.
    case serviceUnavailable = "ServiceUnavailable"
    /// The service is shutting down.
    case shutdown = "Shutdown"

    // Broadcasts and channels (Apple, "Handling error responses from Apple Push Notification service").

    /// Broadcasts are not enabled for the app.
    case featureNotEnabled = "FeatureNotEnabled"
    /// `apns-channel-id` is missing.
    case missingChannelID = "MissingChannelId"
    /// `apns-channel-id` is not base64, or too long.
    case badChannelID = "BadChannelId"
    /// The channel does not exist.
    case channelNotRegistered = "ChannelNotRegistered"
    /// The JSON of the request has an unknown member or a wrong value.
    case badRequestParams = "BadRequestParams"
    /// The body is not a JSON object.
    case badRequestPayload = "BadRequestPayload"
    /// The push type is missing.
    case missingPushType = "MissingPushType"
    /// The app has the maximum number of channels.
    case cannotCreateChannelConfig = "CannotCreateChannelConfig"
    /// The key or certificate is not for the bundle id of the path.
    case topicMismatch = "TopicMismatch"

    /// The HTTP status.
    public var status: Int {
        switch self {
        case .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden,
            .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken,
            .badEnvironmentKeyInToken, .topicMismatch:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        default: 400
        }
    }

    /// Apple's complete table for pushes to devices, and a spelling that was observed on the wire.
    public static let documented = allCases.filter { !documentedForChannels.contains($0) }

    /// The reasons that only broadcasts and channel requests have.
    public static let documentedForChannels: [Reason] = [
        .featureNotEnabled, .missingChannelID, .badChannelID, .channelNotRegistered, .badRequestParams,
        .badRequestPayload, .missingPushType, .cannotCreateChannelConfig, .topicMismatch,
    ]
}
