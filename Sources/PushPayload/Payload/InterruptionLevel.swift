/// The importance and timing of a notification (Apple, UNNotificationInterruptionLevel).
public enum InterruptionLevel: String, Sendable, Hashable, CaseIterable {
    /// Adds the notification to the list without lighting the screen.
    case passive
    /// Lights the screen and may play a sound; the system's default.
    case active
    /// Breaks through scheduled summaries and Focus.
    case timeSensitive = "time-sensitive"
    /// Breaks through the mute switch as well.
    case critical
}
