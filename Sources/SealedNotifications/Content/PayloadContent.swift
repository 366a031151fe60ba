import Foundation
public import PushPayload
import StrictJSON
public import UserNotifications

extension UNMutableNotificationContent {
    /// Creates the content that the system creates from a payload, with its localization keys looked up.
    public convenience init(_ payload: Payload, localization: Localization = .none) {
        self.init()
        apply(payload, localization: localization)
    }

    /// Sets the content from a payload: each field of `aps` by Apple's table ("Generating a remote notification"), and
    /// the whole payload as `userInfo`.
    ///
    /// A field that the payload lacks, or has with a value of the wrong type, gets its default value. The alert's texts
    /// are kept if the payload has none of them, because an extension may not remove the alert text. Localization keys
    /// are looked up. Attachments do not change.
    public func apply(_ payload: Payload, localization: Localization = .none) {
        let aps = payload.aps
        take(aps.alert, localization)
        badge = aps.badge.map { NSNumber(value: $0) }
        sound = aps.sound.map(UNNotificationSound.playing(_:))
        threadIdentifier = aps.threadID ?? ""
        categoryIdentifier = aps.category ?? ""
        targetContentIdentifier = aps.targetContentID
        filterCriteria = aps.filterCriteria
        interruptionLevel = aps.interruptionLevel.map(UNNotificationInterruptionLevel.init(_:)) ?? .active
        relevanceScore = aps.relevanceScore ?? 0
        fields.userInfo = UserInfo(payload)
    }

    private func take(_ alert: Alert?, _ localization: Localization) {
        launchImageName = alert?.launchImage ?? ""
        summaryArgument = alert?.members["summary-arg"]?.stringValue ?? ""
        summaryArgumentCount = alert?.members["summary-arg-count"]?.numberValue?.int ?? 0
        let texts = AlertTexts(alert, in: localization)
        guard !texts.isEmpty else { return }
        title = texts.title
        subtitle = texts.subtitle
        body = texts.body
    }
}

extension UNNotificationInterruptionLevel {
    fileprivate init(_ level: InterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}

extension UNNotificationSound {
    /// The sound that a payload requests; a volume outside 0…1 is clamped.
    fileprivate static func playing(_ sound: Sound) -> UNNotificationSound {
        switch sound {
        case .default:
            return .default
        case .file(let name):
            return UNNotificationSound(named: UNNotificationSoundName(name))
        case .critical(let name, let volume):
            let volume = Float(min(max(volume, 0), 1))
            guard name != "default" else { return .defaultCriticalSound(withAudioVolume: volume) }
            return .criticalSoundNamed(UNNotificationSoundName(name), withAudioVolume: volume)
        }
    }
}
