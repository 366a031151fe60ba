/// A reason of Apple's table "Handling notification responses from APNs", with its HTTP status.
public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The string in the answer's body.
    public let text: String
    /// The HTTP status.
    public let status: Int

    /// Creates a reason that is not in the table, for example one that Apple adds later.
    public init(_ text: String, status: Int) {
        self.text = text
        self.status = status
    }

    /// The string in the answer's body.
    public var description: String { text }

    /// Creates a documented reason from its string; nil if the table does not contain it.
    public init?(named text: String) {
        guard let reason = (Self.documented + Self.documentedForChannels).first(where: { $0.text == text }) else {
            return nil
        }
        self = reason
    }
}

extension Reason {
    /// The collapse identifier exceeds 64 bytes.
    public static let badCollapseID = Self("BadCollapseId", status: 400)
    /// The device token is not hexadecimal, or the service did not issue it.
    public static let badDeviceToken = Self("BadDeviceToken", status: 400)
    /// `apns-expiration` is not a UNIX time.
    public static let badExpirationDate = Self("BadExpirationDate", status: 400)
    /// `apns-id` is not a canonical UUID.
    public static let badMessageID = Self("BadMessageId", status: 400)
    /// `apns-priority` is not 10, 5 or 1, or not allowed for the push type.
    public static let badPriority = Self("BadPriority", status: 400)
    /// `apns-topic` is malformed, or does not belong to the push type.
    public static let badTopic = Self("BadTopic", status: 400)
    /// The device token belongs to another app.
    public static let deviceTokenNotForTopic = Self("DeviceTokenNotForTopic", status: 400)
    /// A header field is repeated.
    public static let duplicateHeaders = Self("DuplicateHeaders", status: 400)
    /// The connection was idle for too long.
    public static let idleTimeout = Self("IdleTimeout", status: 400)
    /// `apns-push-type` is not one of the eleven push types.
    public static let invalidPushType = Self("InvalidPushType", status: 400)
    /// The path has no device token.
    public static let missingDeviceToken = Self("MissingDeviceToken", status: 400)
    /// `apns-topic` is missing, and the connection has no certificate with exactly one topic.
    public static let missingTopic = Self("MissingTopic", status: 400)
    /// The body is empty.
    public static let payloadEmpty = Self("PayloadEmpty", status: 400)
    /// The key or certificate may not push to this topic.
    public static let topicDisallowed = Self("TopicDisallowed", status: 400)

    /// The certificate is not a provider's certificate.
    public static let badCertificate = Self("BadCertificate", status: 403)
    /// The certificate is for the other environment.
    public static let badCertificateEnvironment = Self("BadCertificateEnvironment", status: 403)
    /// The provider token was issued more than an hour ago.
    public static let expiredProviderToken = Self("ExpiredProviderToken", status: 403)
    /// The push type is not allowed with this kind of authentication.
    public static let forbidden = Self("Forbidden", status: 403)
    /// The provider token is malformed, names an unknown key, or has a wrong signature.
    public static let invalidProviderToken = Self("InvalidProviderToken", status: 403)
    /// There is neither a provider token nor a certificate.
    public static let missingProviderToken = Self("MissingProviderToken", status: 403)
    /// The key is not related to the first key of the connection.
    public static let unrelatedKeyIDInToken = Self("UnrelatedKeyIdInToken", status: 403)
    /// The key is for the other environment; the spelling in the documentation.
    public static let badEnvironmentKeyIDInToken = Self("BadEnvironmentKeyIdInToken", status: 403)
    /// The key is for the other environment; the spelling observed on the wire.
    ///
    /// See `ServicePolicy.environmentReason`.
    public static let badEnvironmentKeyInToken = Self("BadEnvironmentKeyInToken", status: 403)

    /// The path is not `/3/device/TOKEN`.
    public static let badPath = Self("BadPath", status: 404)
    /// The method is not `POST`.
    public static let methodNotAllowed = Self("MethodNotAllowed", status: 405)
    /// The device token was replaced by a newer one.
    public static let expiredToken = Self("ExpiredToken", status: 410)
    /// The app was removed from the device.
    public static let unregistered = Self("Unregistered", status: 410)
    /// The body is longer than the push type allows.
    public static let payloadTooLarge = Self("PayloadTooLarge", status: 413)
    /// The provider token was renewed within 20 minutes on one connection.
    public static let tooManyProviderTokenUpdates = Self("TooManyProviderTokenUpdates", status: 429)
    /// One device received too many pushes.
    public static let tooManyRequests = Self("TooManyRequests", status: 429)
    /// The service failed.
    public static let internalServerError = Self("InternalServerError", status: 500)
    /// The service is not available.
    public static let serviceUnavailable = Self("ServiceUnavailable", status: 503)
    /// The service is shutting down.
    public static let shutdown = Self("Shutdown", status: 503)

    // MARK: - Broadcasts and channels

    /// Broadcasts are not enabled for the app.
    public static let featureNotEnabled = Self("FeatureNotEnabled", status: 400)
    /// `apns-channel-id` is missing.
    public static let missingChannelID = Self("MissingChannelId", status: 400)
    /// `apns-channel-id` is not base64, or too long.
    public static let badChannelID = Self("BadChannelId", status: 400)
    /// The channel does not exist.
    public static let channelNotRegistered = Self("ChannelNotRegistered", status: 400)
    /// The JSON of the request has an unknown member or a wrong value.
    public static let badRequestParams = Self("BadRequestParams", status: 400)
    /// The body is not a JSON object.
    public static let badRequestPayload = Self("BadRequestPayload", status: 400)
    /// The push type is missing.
    public static let missingPushType = Self("MissingPushType", status: 400)
    /// The app has the maximum number of channels.
    public static let cannotCreateChannelConfig = Self("CannotCreateChannelConfig", status: 400)
    /// The key or certificate is not for the bundle id of the path.
    public static let topicMismatch = Self("TopicMismatch", status: 403)

    /// The reasons that only broadcasts and channel requests have (Apple, "Handling error responses from Apple Push
    /// Notification service").
    public static let documentedForChannels: [Reason] = [
        featureNotEnabled, missingChannelID, badChannelID, channelNotRegistered, badRequestParams, badRequestPayload,
        missingPushType, cannotCreateChannelConfig, topicMismatch,
    ]

    /// Apple's complete table for pushes to devices, in its order; the spelling observed on the wire is last.
    public static let documented: [Reason] = [
        badCollapseID, badDeviceToken, badExpirationDate, badMessageID, badPriority, badTopic, deviceTokenNotForTopic,
        duplicateHeaders, idleTimeout, invalidPushType, missingDeviceToken, missingTopic, payloadEmpty, topicDisallowed,
        badCertificate, badCertificateEnvironment, expiredProviderToken, forbidden, invalidProviderToken,
        missingProviderToken, unrelatedKeyIDInToken, badEnvironmentKeyIDInToken, badPath, methodNotAllowed,
        expiredToken, unregistered, payloadTooLarge, tooManyProviderTokenUpdates, tooManyRequests, internalServerError,
        serviceUnavailable, shutdown, badEnvironmentKeyInToken,
    ]
}
