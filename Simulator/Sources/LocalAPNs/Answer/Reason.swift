/// A reason of Apple's table "Handling notification responses from APNs", with the status it comes with.
public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The string in the answer's body.
    public let text: String
    /// The HTTP status.
    public let status: Int

    /// Takes a reason of any name, for one that Apple adds later.
    public init(_ text: String, status: Int) {
        self.text = text
        self.status = status
    }

    /// The string in the answer's body.
    public var description: String { text }

    /// Finds a documented reason by its string.
    public init?(named text: String) {
        guard let reason = Self.documented.first(where: { $0.text == text }) else { return nil }
        self = reason
    }
}

extension Reason {
    /// The collapse identifier exceeds 64 bytes.
    public static let badCollapseID = Self("BadCollapseId", status: 400)
    /// The device token is not hex, or the service has never made it.
    public static let badDeviceToken = Self("BadDeviceToken", status: 400)
    /// `apns-expiration` is not a UNIX time.
    public static let badExpirationDate = Self("BadExpirationDate", status: 400)
    /// `apns-id` is not a canonical UUID.
    public static let badMessageID = Self("BadMessageId", status: 400)
    /// `apns-priority` is not 10, 5 or 1, or not one that the push type may have.
    public static let badPriority = Self("BadPriority", status: 400)
    /// `apns-topic` is no topic, or not one of the push type.
    public static let badTopic = Self("BadTopic", status: 400)
    /// The device token belongs to another app.
    public static let deviceTokenNotForTopic = Self("DeviceTokenNotForTopic", status: 400)
    /// A header field came twice.
    public static let duplicateHeaders = Self("DuplicateHeaders", status: 400)
    /// The connection was idle for too long.
    public static let idleTimeout = Self("IdleTimeout", status: 400)
    /// `apns-push-type` is none of the eleven.
    public static let invalidPushType = Self("InvalidPushType", status: 400)
    /// The path has no device token.
    public static let missingDeviceToken = Self("MissingDeviceToken", status: 400)
    /// `apns-topic` is missing, and the connection does not tell which is meant.
    public static let missingTopic = Self("MissingTopic", status: 400)
    /// The body is empty.
    public static let payloadEmpty = Self("PayloadEmpty", status: 400)
    /// The key or certificate may not push to this topic.
    public static let topicDisallowed = Self("TopicDisallowed", status: 400)

    /// The certificate is not one of a provider's.
    public static let badCertificate = Self("BadCertificate", status: 403)
    /// The certificate is for the other environment.
    public static let badCertificateEnvironment = Self("BadCertificateEnvironment", status: 403)
    /// The provider token was issued more than an hour ago.
    public static let expiredProviderToken = Self("ExpiredProviderToken", status: 403)
    /// What was asked for is not allowed this way.
    public static let forbidden = Self("Forbidden", status: 403)
    /// The provider token is malformed, of an unknown key, or its signature is wrong.
    public static let invalidProviderToken = Self("InvalidProviderToken", status: 403)
    /// There is neither a provider token nor a certificate.
    public static let missingProviderToken = Self("MissingProviderToken", status: 403)
    /// The key has nothing to do with the one that the connection began with.
    public static let unrelatedKeyIDInToken = Self("UnrelatedKeyIdInToken", status: 403)
    /// The key is for the other environment, as the documentation spells it.
    public static let badEnvironmentKeyIDInToken = Self("BadEnvironmentKeyIdInToken", status: 403)
    /// The key is for the other environment, as it was seen on the wire; see `ServicePolicy.environmentReason`.
    public static let badEnvironmentKeyInToken = Self("BadEnvironmentKeyInToken", status: 403)

    /// The path is not one of a push.
    public static let badPath = Self("BadPath", status: 404)
    /// The method is not `POST`.
    public static let methodNotAllowed = Self("MethodNotAllowed", status: 405)
    /// The device token was replaced by another one.
    public static let expiredToken = Self("ExpiredToken", status: 410)
    /// The app was removed from the device.
    public static let unregistered = Self("Unregistered", status: 410)
    /// The body is longer than the push type allows.
    public static let payloadTooLarge = Self("PayloadTooLarge", status: 413)
    /// The provider token was renewed within 20 minutes on one connection.
    public static let tooManyProviderTokenUpdates = Self("TooManyProviderTokenUpdates", status: 429)
    /// Too many pushes to one device.
    public static let tooManyRequests = Self("TooManyRequests", status: 429)
    /// The service failed.
    public static let internalServerError = Self("InternalServerError", status: 500)
    /// The service is not available.
    public static let serviceUnavailable = Self("ServiceUnavailable", status: 503)
    /// The service is shutting down.
    public static let shutdown = Self("Shutdown", status: 503)

    /// Apple's table for pushes to devices, complete, in its order; the spelling that was only seen on the wire is last.
    public static let documented: [Reason] = [
        badCollapseID, badDeviceToken, badExpirationDate, badMessageID, badPriority, badTopic, deviceTokenNotForTopic,
        duplicateHeaders, idleTimeout, invalidPushType, missingDeviceToken, missingTopic, payloadEmpty, topicDisallowed,
        badCertificate, badCertificateEnvironment, expiredProviderToken, forbidden, invalidProviderToken,
        missingProviderToken, unrelatedKeyIDInToken, badEnvironmentKeyIDInToken, badPath, methodNotAllowed,
        expiredToken, unregistered, payloadTooLarge, tooManyProviderTokenUpdates, tooManyRequests, internalServerError,
        serviceUnavailable, shutdown, badEnvironmentKeyInToken,
    ]
}
