import UserNotifications

/// Content on its way from the extension's process to the host.
struct ContentMessage: Codable {
    private let record: ContentRecord
    private let userInfoProblem: String?

    init(_ frozen: FrozenContent) {
        record = ContentRecord(frozen.content.fields, userInfo: frozen.userInfo)
        userInfoProblem = frozen.userInfoProblem
    }

    /// The content; nil if a value is not valid.
    var content: FrozenContent? {
        record.content.map { FrozenContent($0.fields, userInfo: $0.userInfo, problem: userInfoProblem) }
    }
}
