import Foundation
import PushPayload
import StrictJSON
import UserNotifications

/// Content that nobody can change any more.
///
/// Unchecked because `UNNotificationContent` is a class with `Any` in its `userInfo`: the object held here is of the
/// immutable class itself, made by this initializer, and its `userInfo` was built anew from values, so that no object
/// in it is shared with the extension.
struct FrozenContent: @unchecked Sendable {
    let content: UNNotificationContent

    /// What the content's `userInfo` was built from.
    let userInfo: PropertyListValue

    /// Why the `userInfo` that the extension set was not taken.
    let userInfoError: UserInfoError?

    /// Copies content; an original gives its `userInfo` if that of the content is no property list.
    init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
        let copy = UNMutableNotificationContent(fields: content.fields)
        do {
            userInfo = try PropertyListValue(content.userInfo)
            userInfoError = nil
        } catch {
            userInfo = original?.userInfo ?? .dictionary([])
            userInfoError = error as? UserInfoError
        }
        copy.userInfo = userInfo.foundationObject as? [AnyHashable: Any] ?? [:]
        self.content = copy.frozenCopy()
    }

    /// Takes content that was made from values.
    init(_ content: UNNotificationContent, userInfo: PropertyListValue, error: UserInfoError?) {
        self.content = content.frozenCopy()
        self.userInfo = userInfo
        userInfoError = error
    }

    /// The same content with the original's `userInfo`, because its own is too large for any property list of the system.
    func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        let copy = UNMutableNotificationContent(fields: content.fields)
        copy.userInfo = original.content.userInfo
        let error = UserInfoError(.tooDeep, reason: "userInfo is too deep or too large", path: [])
        return FrozenContent(copy, userInfo: original.userInfo, error: error)
    }

    /// The same content without the attachments at these places.
    func without(_ places: [Int]) -> FrozenContent {
        var fields = content.fields
        fields.attachments = content.attachments.enumerated().filter { !places.contains($0.offset) }.map(\.element)
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: userInfo, error: userInfoError)
    }

    /// Whether the `userInfo` is what Foundation makes of a payload.
    func hasUserInfo(of payload: Payload) -> Bool {
        (try? PropertyListValue(payload.userInfo))?.reported == userInfo.reported
    }
}
