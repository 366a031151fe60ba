import Foundation
import PushPayload
package import SealedNotifications
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
    package let userInfoProblem: String?

    /// Copies content.
    ///
    /// If its `userInfo` is not a property list, the `userInfo` of `original` replaces it.
    package init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
        guard case .dictionary(let members) = content.fields.userInfo else {
            self.init(content, userInfo: nil)
            return
        }
        let userInfo: PropertyListValue
        var problem: String?
        do {
            userInfo = try PropertyListValue(members)
        } catch {
            userInfo = original?.userInfo ?? .dictionary([])
            problem = (error as? UserInfoError)?.reason
        }
        var fields = content.fields
        fields.userInfo = .dictionary(userInfo.foundationObject as? [AnyHashable: Any] ?? [:])
        self.init(UNNotificationContent(fields: fields), userInfo: userInfo, problem: problem)
    }

    /// Takes content whose `userInfo` was made from values or is the host's own.
    package init(_ content: UNNotificationContent, userInfo: PropertyListValue?, problem: String? = nil) {
        self.content = content.frozenCopy()
        readUserInfo = userInfo
        userInfoProblem = problem
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
        return FrozenContent(UNNotificationContent(fields: fields), userInfo: readUserInfo, problem: userInfoProblem)
    }

    /// Returns a copy with the original's `userInfo`, for content whose own exceeds the size or depth of a message.
    package func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        var fields = content.fields
        fields.userInfo = original.content.fields.userInfo
        return FrozenContent(
            UNNotificationContent(fields: fields), userInfo: original.readUserInfo,
            problem: "userInfo is too deep or too large")
    }

    /// Returns a copy without the attachments at these indices.
    func without(_ indices: [Int]) -> FrozenContent {
        with { fields in
            fields.attachments = fields.attachments.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
        }
    }

    /// Whether the `userInfo` equals the one that Foundation makes from a payload.
    func hasUserInfo(of payload: Payload) -> Bool {
        (try? PropertyListValue(payload.userInfo))?.reported == userInfo.reported
    }
}
