import Foundation
import PushPayload
import StrictJSON
import UserNotifications

/// Content that nobody can change any more.
///
/// Unchecked because `UNNotificationContent` is a class with `Any` in its `userInfo`: the object held here is of the
/// immutable class itself, and its `userInfo` is the host's own or was built anew from values, so that nothing in it that
/// could be changed is shared with the extension.
struct FrozenContent: @unchecked Sendable {
    let content: UNNotificationContent

    /// What was read out of the `userInfo` that somebody set; nil where it is the host's own.
    private let readUserInfo: PropertyListValue?

    /// Why the `userInfo` that the extension set was not taken.
    let userInfoError: UserInfoError?

    /// Copies content; an original gives its `userInfo` if that of the content is no property list.
    init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
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

    /// Takes content whose `userInfo` was made from values, or is the host's own.
    init(_ content: UNNotificationContent, userInfo: PropertyListValue?, error: UserInfoError?) {
        self.content = content.frozenCopy()
        readUserInfo = userInfo
        userInfoError = error
    }

    /// What the content's `userInfo` holds.
    var userInfo: PropertyListValue {
        readUserInfo ?? content.fields.userInfo.known.map { PropertyListValue(.object($0.root)) } ?? .dictionary([])
    }

    /// The same content with other values but for `userInfo`.
    func with(_ change: (inout ContentFields) -> Void) -> FrozenContent {
        var fields = content.fields
        change(&fields)
        fields.userInfo = content.fields.userInfo
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: readUserInfo, error: userInfoError)
    }

    /// The same content with the original's `userInfo`, because its own is too large for any property list of the system.
    func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        var fields = content.fields
        fields.userInfo = original.content.fields.userInfo
        let error = UserInfoError(.tooDeep, reason: "userInfo is too deep or too large", path: [])
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: original.readUserInfo, error: error)
    }

    /// The same content without the attachments at these places.
    func without(_ places: [Int]) -> FrozenContent {
        with { fields in
            fields.attachments = fields.attachments.enumerated().filter { !places.contains($0.offset) }.map(\.element)
        }
    }

    /// Whether the `userInfo` is what Foundation makes of a payload.
    func hasUserInfo(of payload: Payload) -> Bool {
        (try? PropertyListValue(payload.userInfo))?.reported == userInfo.reported
    }
}
