public import Foundation

/// The file name of a sound in the app's bundle or in its `Library/Sounds`.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file name.
    public var rawValue: String

    /// Takes a file name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Takes a file name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sound that a notification plays; two sounds that play the same are equal.
///
/// The file's existence and its limit of 30 seconds are not checked: a phone plays the default sound instead (Apple,
/// "UNNotificationSound").
public final class UNNotificationSound: NSObject, SelfCopying {
    /// The kind of sound; Apple's class does not expose it, but the host needs it for its report.
    package enum Choice: Hashable, Sendable, Codable {
        case standard
        case named(String)
        case ringtone(String?)
        /// A nil name means the system's critical sound, a nil volume the user's setting.
        case critical(String?, volume: Float?)
    }

    package let choice: Choice

    package init(_ choice: Choice) {
        self.choice = choice
    }

    /// Creates a sound from a file.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(.named(name.rawValue))
    }

    /// The system's sound for notifications.
    public class var `default`: UNNotificationSound { UNNotificationSound(.standard) }

    /// The system's ringtone.
    public class var defaultRingtone: UNNotificationSound { UNNotificationSound(.ringtone(nil)) }

    /// The system's sound for critical alerts.
    public class var defaultCritical: UNNotificationSound { UNNotificationSound(.critical(nil, volume: nil)) }

    /// The system's sound for critical alerts, at a volume from 0 to 1.
    public class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        Self(.critical(nil, volume: volume))
    }

    /// A critical alert's sound from a file.
    public class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(.critical(name.rawValue, volume: nil))
    }

    /// A critical alert's sound from a file, at a volume from 0 to 1.
    public class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float) -> Self {
        Self(.critical(name.rawValue, volume: volume))
    }

    /// A ringtone from a file.
    public class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(.ringtone(name.rawValue))
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSound)?.choice == choice
    }

    public override var hash: Int { choice.hashValue }
}
