import PushPayload
package import SealedNotifications
package import UserNotifications

/// An immutable copy of notification content.
///
/// Unchecked because `UNNotificationContent` is a class with `Any` in its `userInfo`. The object held here is of the
/// immutable class itself. Its `userInfo` is rebuilt from values, so no mutable object is shared with the extension.
package struct FrozenContent: @unchecked Sendable {
    package let content: UNNotificationContent

    /// The values in the content's `userInfo`.
    package let userInfo: PropertyListValue

    /// The reason why the `userInfo` that the extension set was rejected.
    package let userInfoProblem: String?

    /// Copies content.
    ///
    /// If its `userInfo` is not a property list, the `userInfo` of `original` replaces it.
    package init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
        do {
            self.init(content.fields, userInfo: try PropertyListValue(content.fields.userInfo))
        } catch {
            let problem = (error as? UserInfoError)?.reason
            self.init(content.fields, userInfo: original?.userInfo ?? .dictionary([]), problem: problem)
        }
    }

    /// Takes content with a `userInfo` of these values.
    package init(_ fields: ContentFields, userInfo: PropertyListValue, problem: String? = nil) {
        var fields = fields
        fields.userInfo = userInfo.foundationObject as? [AnyHashable: Any] ?? [:]
        content = UNNotificationContent(fields: fields)
        self.userInfo = userInfo
        userInfoProblem = problem
    }

    /// Returns a copy with changed fields; `userInfo` cannot be changed.
    func with(_ change: (inout ContentFields) -> Void) -> FrozenContent {
        var fields = content.fields
        change(&fields)
        return FrozenContent(fields, userInfo: userInfo, problem: userInfoProblem)
    }

    /// Returns a copy with the original's `userInfo`, for content whose own exceeds the size of a message.
    package func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        FrozenContent(content.fields, userInfo: original.userInfo, problem: "userInfo is too large")
    }

    /// Whether the `userInfo` equals the one that Foundation makes from a payload.
    func hasUserInfo(of payload: Payload) -> Bool {
        (try? PropertyListValue(payload.userInfo))?.reported == userInfo.reported
    }
}
