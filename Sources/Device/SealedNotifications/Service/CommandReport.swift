/// The result of a push's commands about delivered notifications.
public struct CommandReport: Sendable, Hashable, Codable {
    /// The end of the commands.
    public enum End: String, Sendable, CaseIterable, Codable {
        /// The commands were carried out, also if they selected no notification.
        case done
        /// The envelope's suite does not authenticate its sender, so nothing was done.
        case unauthenticated
        /// The member is not that of `NotificationCommands`, so nothing was done.
        case invalid
        /// No replay store has checked the envelope, so nothing was replaced; the removals were carried out.
        case notReplayChecked
        /// The system had not confirmed the changes after a second.
        case unconfirmed
        /// The content was handed over before the system had confirmed the changes.
        case cutOff
    }

    /// The end of the commands.
    public let end: End
    /// The number of notifications that were to be removed.
    public let removed: Int
    /// The number of notifications whose texts were to be replaced.
    public let replaced: Int

    init(_ end: End, removed: Int = 0, replaced: Int = 0) {
        self.end = end
        self.removed = removed
        self.replaced = replaced
    }
}
