public import Foundation
@_spi(Frameworks) public import PhoneState
@_spi(Frameworks) import UserNotifications

/// The connection of an app to the system's calls.
///
/// Only the function for a service extension is available: calls need the app and the system's screen.
open class CXProvider: NSObject {
    private override init() {}

    /// Reports an incoming call that the extension decrypted; the system starts the app with the payload, as for a VoIP push.
    ///
    /// The phone lists it, see `Phone.reportedCalls`. The handler gets `CocoaError.propertyListWriteInvalid` for a payload that is
    /// not a property list, and `missingNotificationFilteringEntitlement` for code without the entitlement
    /// `com.apple.developer.usernotifications.filtering` (`Entitlements.filtersNotifications`).
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let phone = Phone.current
        var problem: (any Error)?
        do { try phone.report(dictionaryPayload) } catch { problem = error }
        guard let completion else { return }
        phone.callBack { [problem] in completion(problem) }
    }

    /// Reports an incoming call that the extension decrypted.
    open class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any]) async throws {
        try Phone.current.report(dictionaryPayload)
    }
}

extension Phone {
    /// The payloads of the calls that an extension reported, the oldest first, for a test to inspect.
    public var reportedCalls: [[AnyHashable: Any]] { calls.compactMap(UserInfoRecord.decode) }

    fileprivate func report(_ payload: [AnyHashable: Any]) throws {
        guard report(try UserInfoRecord.encode(payload)) else {
            throw CXErrorCodeNotificationServiceExtensionError(.missingNotificationFilteringEntitlement)
        }
    }
}
