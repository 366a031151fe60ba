import Foundation
import PushPayload
import StrictJSON
package import UserNotifications

/// An immutable copy of notification content.
///
/// Unchecked because `UNNotificationContent` is a class with `Any` in its `userInfo`. The object held here is of the
/// immutable class itself. Its `userInfo` is either the host's own or rebuilt from values, so no mutable object is
/// shared with the extension.
package struct FrozenContent: @unchecked Sendable {
    package let content: UNNotificationContent

    /// The values read from a `userInfo` that the extension set; nil if the `userInfo` is the host's own.
    private let readUserInfo: PropertyListValue?

    /// The reason why the `userInfo` that the extension set was rejected.
    package let userInfoError: UserInfoError?

    /// Copies content.
    ///
    /// If its `userInfo` is not a property list, the `userInfo` of `original` replaces it.
    package init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
        guard case .dictionary(let members) = content.fields.userInfo else {
            self.init(content, userInfo: nil, error: nil)
            return
        }
        let userInfo: PropertyListValue
        var failure: UserInfoError?
        do {
            userInfo = try PropertyListValue(members)
        } catch {
            userInfo = original?.userInfo ?? .dictionary([])
            failure = error as? UserInfoError
        }
        var fields = content.fields
        fields.userInfo = .dictionary(userInfo.foundationObject as? [AnyHashable: Any] ?? [:])
        self.init(UNNotificationContent(fields: fields), userInfo: userInfo, error: failure)
    }

    /// Takes content whose `userInfo` was made from values or is the host's own.
    package init(_ content: UNNotificationContent, userInfo: PropertyListValue?, error: UserInfoError?) {
        self.content = content.frozenCopy()
        readUserInfo = userInfo
        userInfoError = error
    }

    /// The values in the content's `userInfo`.
    package var userInfo: PropertyListValue {
        readUserInfo ?? content.fields.userInfo.known.map { PropertyListValue(.object($0.root)) } ?? .dictionary([])
    }

    /// Returns a copy with changed fields; `userInfo` cannot be changed.
    func with(_ change: (inout ContentFields) -> Void) -> FrozenContent {
        var fields = content.fields
        change(&fields)
        fields.userInfo = content.fields.userInfo
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: readUserInfo, error: userInfoError)
    }

    /// Returns a copy with the original's `userInfo`, for content whose own exceeds the size or depth of a message.
    package func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        var fields = content.fields
        fields.userInfo = original.content.fields.userInfo
        let error = UserInfoError(.tooDeep, reason: "userInfo is too deep or too large", path: [])
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: original.readUserInfo, error: error)
    }

    /// Returns a copy without the attachments at these indices.
    func without(_ places: [Int]) -> FrozenContent {
        with { fields in
            fields.attachments = fields.attachments.enumerated().filter { !places.contains($0.offset) }.map(\.element)
        }
    }

    /// Whether the `userInfo` equals the one that Foundation makes from a payload.
    func hasUserInfo(of payload: Payload) -> Bool {
        (try? PropertyListValue(payload.userInfo))?.reported == userInfo.reported
    }
}
