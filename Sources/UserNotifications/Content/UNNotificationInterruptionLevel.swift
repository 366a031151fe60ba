/// The urgency of a notification, from least to most.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Adds the notification to the list without lighting the screen or playing a sound.
    case passive = 0
    /// Lights the screen and may play a sound.
    case active = 1
    /// Breaks through a Focus; needs the time-sensitive entitlement.
    case timeSensitive = 2
    /// Breaks through the mute switch too; needs the critical alerts entitlement.
    case critical = 3
}
