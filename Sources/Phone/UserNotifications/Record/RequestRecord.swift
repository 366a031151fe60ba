import Foundation
package import PhoneState
package import PushPayload

extension NotificationRecord {
    /// Encodes a request.
    ///
    /// - Throws: `CocoaError.propertyListWriteInvalid` if the content's `userInfo` is not a property list.
    init(_ request: UNNotificationRequest) throws {
        guard let userInfo = try? PropertyListValue(request.content.userInfo) else {
            throw CocoaError(.propertyListWriteInvalid)
        }
        try self.init(request.identifier, request.content, userInfo, TriggerRecord(request.trigger))
    }

    fileprivate init(
        _ identifier: String, _ content: UNNotificationContent, _ userInfo: PropertyListValue, _ trigger: TriggerRecord?
    ) throws {
        self.init(
            identifier: identifier, content: try RecordCoding.encode(ContentRecord(content.fields, userInfo: userInfo)),
            badge: content.badge?.intValue, hasAlert: content.hasAlert, trigger: trigger)
    }

    /// The request as an object.
    var request: UNNotificationRequest {
        // The data is made here; only a changed message of an extension's process could be invalid.
        let fields = (try? RecordCoding.decode(ContentRecord.self, from: content))?.content?.fields ?? ContentFields()
        return UNNotificationRequest(
            identifier: identifier, content: UNNotificationContent(fields: fields), trigger: trigger?.object)
    }
}

extension UNNotificationContent {
    /// Whether the content has text for an alert.
    fileprivate var hasAlert: Bool { [title, subtitle, body].contains { !$0.isEmpty } }

    /// Whether a user can notice a notification with this content.
    var isUserFacing: Bool { hasAlert || badge != nil || sound != nil || !attachments.isEmpty }
}

extension TriggerRecord {
    /// The record of a trigger; nil for a request without one.
    fileprivate init?(_ trigger: UNNotificationTrigger?) {
        switch trigger {
        case let trigger as UNTimeIntervalNotificationTrigger: self = trigger.record
        case let trigger as UNCalendarNotificationTrigger: self = trigger.record
        case is UNPushNotificationTrigger: self = .push
        default: return nil
        }
    }

    fileprivate var object: UNNotificationTrigger {
        switch self {
        case .push: UNPushNotificationTrigger()
        case .interval(let interval, let repeats): UNTimeIntervalNotificationTrigger(interval, repeats)
        case .calendar(let components, let repeats):
            UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        }
    }
}

extension Phone {
    /// Shows a push with the content that its delivery ended with; returns false if the phone cannot keep it.
    package func show(_ content: UNNotificationContent, userInfo: PropertyListValue, identifier: String) -> Bool {
        // Without its user info if that is too large for the phone.
        for userInfo in [userInfo, .dictionary([])] {
            guard let record = try? NotificationRecord(identifier, content, userInfo, .push),
                case .done = answer(.show(record))
            else { continue }
            return true
        }
        return false
    }
}
