import PushPayload
import UserNotifications

/// An immutable copy of notification content, without an object that the extension could change.
///
/// Unchecked because `UNNotificationContent` is a class with `Any` in its `userInfo`, rebuilt from values here.
struct FrozenContent: Codable, @unchecked Sendable {
    let content: UNNotificationContent
    let userInfo: PropertyListValue
    /// The reason why the `userInfo` that the extension set was rejected.
    let userInfoProblem: String?

    /// Copies content; the `userInfo` of `original` replaces one that is not a property list.
    init(_ content: UNNotificationContent, original: FrozenContent? = nil) {
        do {
            self.init(content.fields, userInfo: try PropertyListValue(content.fields.userInfo))
        } catch {
            let problem = (error as? UserInfoError)?.reason
            self.init(content.fields, userInfo: original?.userInfo ?? .dictionary([]), problem: problem)
        }
    }

    init(_ fields: ContentFields, userInfo: PropertyListValue, problem: String? = nil) {
        var fields = fields
        fields.userInfo = userInfo.foundationObject as? [AnyHashable: Any] ?? [:]
        content = UNNotificationContent(fields: fields)
        self.userInfo = userInfo
        userInfoProblem = problem
    }

    private enum CodingKeys: CodingKey { case record, userInfoProblem }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let content = try values.decode(ContentRecord.self, forKey: .record).content else { throw BadFrame() }
        self.init(
            content.fields, userInfo: content.userInfo,
            problem: try values.decodeIfPresent(String.self, forKey: .userInfoProblem))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(ContentRecord(content.fields, userInfo: userInfo), forKey: .record)
        try values.encodeIfPresent(userInfoProblem, forKey: .userInfoProblem)
    }

    /// Returns a copy with changed fields; `userInfo` cannot be changed.
    func with(_ change: (inout ContentFields) -> Void) -> FrozenContent {
        var fields = content.fields
        change(&fields)
        return FrozenContent(fields, userInfo: userInfo, problem: userInfoProblem)
    }

    /// Returns a copy with the original's `userInfo`, for content whose own exceeds the size of a message.
    func keepingUserInfo(of original: FrozenContent) -> FrozenContent {
        FrozenContent(content.fields, userInfo: original.userInfo, problem: "userInfo is too large")
    }
}
