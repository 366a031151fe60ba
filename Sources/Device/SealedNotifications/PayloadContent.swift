import Foundation
public import PushPayload
import StrictJSON
public import UserNotifications

extension UNMutableNotificationContent {
    /// Creates the content that the system creates from a payload, with its localization keys looked up.
    public convenience init(_ payload: Payload) {
        self.init()
        apply(payload)
    }

    /// Sets the content from a payload: each field of `aps` by Apple's table ("Generating a remote notification"), and
    /// the whole payload as `userInfo`.
    ///
    /// A field that the payload lacks, or has with a value of the wrong type, gets its default value. The alert's texts
    /// are kept if the payload has none of them, because an extension may not remove the alert text. A localization key
    /// without a text beside it is looked up by `NSString.localizedUserNotificationString(forKey:arguments:)`. Attachments do
    /// not change.
    public func apply(_ payload: Payload) {
        let aps = payload.aps
        setTexts(of: aps.alert)
        badge = aps.badge.map { NSNumber(value: $0) }
        sound = aps.sound.map(UNNotificationSound.playing(_:))
        threadIdentifier = aps.threadID ?? ""
        categoryIdentifier = aps.category ?? ""
        targetContentIdentifier = aps.targetContentID
        filterCriteria = aps.filterCriteria
        interruptionLevel = aps.interruptionLevel.map(UNNotificationInterruptionLevel.init(_:)) ?? .active
        relevanceScore = aps.relevanceScore ?? 0
        userInfo = payload.userInfo
    }

    /// Sets the alert's texts, unless it has none, and its other properties.
    func setTexts(of alert: Alert?) {
        #if !os(macOS)  // Apple's class has no such property there.
        launchImageName = alert?.launchImage ?? ""
        #endif
        #if !canImport(Darwin)  // Deprecated and ignored since iOS 15.
        summaryArgument = alert?.members["summary-arg"]?.stringValue ?? ""
        summaryArgumentCount = alert?.members["summary-arg-count"]?.numberValue?.int ?? 1
        #endif
        let texts = [
            Self.text(alert?.title, alert?.titleLocKey, alert?.titleLocArgs),
            Self.text(alert?.subtitle, alert?.subtitleLocKey, alert?.subtitleLocArgs),
            Self.text(alert?.body, alert?.locKey, alert?.locArgs),
        ]
        if texts.contains(where: { !$0.isEmpty }) { (title, subtitle, body) = (texts[0], texts[1], texts[2]) }
    }

    /// Returns a text, or the one of a localization key; devices show the text where a push has both.
    private static func text(_ literal: String?, _ key: String?, _ arguments: [String]?) -> String {
        if let literal, !literal.isEmpty { return literal }
        guard let key, !key.isEmpty else { return "" }
        return NSString.localizedUserNotificationString(forKey: key, arguments: arguments)
    }
}

extension Payload {
    /// The payload as a notification's `userInfo`, with `aps`.
    ///
    /// Booleans and numbers are `NSNumber`s, exact for 64-bit integers, binary64 and up to 38 decimal digits. Any other
    /// number is rounded to the nearest binary64. Member order is lost, as in any dictionary. Of two names that are
    /// equal as Swift strings ("é" in its two encodings), the later one stays.
    public var userInfo: [AnyHashable: Any] {
        PropertyListValue(.object(root)).foundationObject as? [AnyHashable: Any] ?? [:]
    }

    /// Reads a payload from a notification's `userInfo`.
    ///
    /// - Throws: an error with the reason if a value cannot be represented in JSON.
    public init(userInfo: [AnyHashable: Any]) throws {
        let json = try PropertyListValue(userInfo).json()
        self.init(json.objectValue ?? JSONObject())
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
