public import Foundation

/// The domain of the errors when an extension reports a call; Apple's pages do not give its value, and this is the one seen.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

/// An error when an extension reports a call.
public struct CXErrorCodeNotificationServiceExtensionError: CustomNSError, Hashable, Sendable {
    /// The class of the failure, by Apple's names; Apple's pages give no numbers, and these are the ones in common use.
    public enum Code: Int, Sendable {
        /// The problem is unknown.
        case unknown = 0
        /// The caller is not an extension that handles a push; it is not checked here.
        case invalidClientProcess = 1
        /// The extension lacks the entitlement `com.apple.developer.usernotifications.filtering`.
        case missingNotificationFilteringEntitlement = 2

        /// Whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeNotificationServiceExtensionError)?.code == code
        }
    }

    /// The class of the failure.
    public let code: Code

    /// Creates an error with a code.
    public init(_ code: Code) { self.code = code }

    /// The error domain, `CXErrorDomainNotificationServiceExtension`.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// The problem is unknown.
    public static var unknown: Code { .unknown }
    /// The caller is not an extension that handles a push.
    public static var invalidClientProcess: Code { .invalidClientProcess }
    /// The extension lacks the entitlement to filter notifications.
    public static var missingNotificationFilteringEntitlement: Code { .missingNotificationFilteringEntitlement }
}
