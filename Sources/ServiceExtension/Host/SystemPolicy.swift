/// How the host behaves where an app's entitlements and settings decide, or where Apple says nothing.
///
/// A switch starts with what Apple's pages say, and where they are silent with the value that promises an extension
/// least: what works here should work on a phone.
public struct SystemPolicy: Sendable, Hashable {
    /// How long the extension has until `serviceExtensionTimeWillExpire()` is called: 30 seconds.
    ///
    /// Apple: "no more than 30 seconds" ("didReceive(_:withContentHandler:)").
    public var timeLimit: Duration = .seconds(30)

    /// How long the extension has after `serviceExtensionTimeWillExpire()` was called (U9): 1 second.
    ///
    /// Apple gives no number, only "you must return whatever you can to the system immediately".
    public var grace: Duration = .seconds(1)

    /// Whether the user lets the app show alerts; if not, no extension is called.
    public var alertsEnabled = true

    /// Whether an alert that is a string, not a dictionary, reaches the extension (U5): no.
    ///
    /// Apple asks for "an `alert` dictionary with title, subtitle, or body information".
    public var callsForAlertText = false

    /// Whether an alert whose texts are all localization keys reaches the extension (U6): yes.
    ///
    /// `title-loc-key`, `subtitle-loc-key` and `loc-key` are title, subtitle and body information in a dictionary.
    public var callsForLocalizationKeys = true

    /// How many pushes one process of the extension gets at once (U14): 8.
    ///
    /// More wait for their turn, and their time begins with it. Whether a phone calls an extension for several pushes at once is disputed; one that survives it here survives
    /// both. 1 calls it for one after the other.
    public var pushesAtOnce = 8

    /// What becomes of a handler call after the first.
    public enum RepeatedAnswer: String, Sendable, CaseIterable {
        /// It is reported, and its content is not shown.
        case ignored
        /// It is reported, and of all that come before the content is settled the last is shown.
        case counts
    }

    /// What becomes of a handler call after the first (U15): ignored.
    ///
    /// Apple's pages are silent, and an extension must not rely on a second chance.
    public var repeatedAnswer = RepeatedAnswer.ignored

    /// Whether the `userInfo` of a push holds `aps` (U24): yes.
    ///
    /// Extensions rely on it, no page of Apple's says it. A sealed push opens either way.
    public var userInfoHasAPS = true

    /// What the screen does with percent signs in a body that an extension has set.
    public enum PercentSigns: String, Sendable, CaseIterable {
        /// They are shown as they are.
        case shown
        /// `%%` is shown as `%`; any other percent sign is gone, with the digits or the one character after it.
        case stripped
    }

    /// What the screen does with percent signs in a body that an extension has set: it shows them.
    ///
    /// Apple's page of `body` says that `%%` gives `%` and that the system strips other printf escapes. Phones of iOS 10
    /// did so (Signal-iOS #1831, element-ios #1594); later ones show the text as it is (wire-ios-sync-engine #903,
    /// Signal-iOS #4195, session-ios #525), so that whoever doubles his percent signs sees two.
    public var percentSigns = PercentSigns.shown

    /// Whether the app has the entitlement `com.apple.developer.usernotifications.filtering`: no.
    ///
    /// Only with it can an extension suppress a notification by handing back empty content.
    public var hasFilteringEntitlement = false

    /// Whether the device was unlocked since it started: yes.
    ///
    /// Before the first unlock no key can be read, in whatever class of the keychain it lies. A
    /// `SealedNotificationService` is then not asked for its keys and shows the placeholder.
    public var wasUnlocked = true

    /// How many bytes a megabyte of Apple's attachment limits has (U11): 1,000,000.
    ///
    /// Apple does not say; the smaller one promises an extension less than 1,048,576.
    public var attachmentMegabyte = 1_000_000

    /// What is shown if an attachment cannot be.
    public enum BadAttachment: String, Sendable, CaseIterable {
        /// The content without it.
        case dropped
        /// The original, without anything of the extension's.
        case original
    }

    /// What is shown if an attachment cannot be (U25): the content without it.
    ///
    /// That is what developers report; Apple's pages are silent.
    public var badAttachment = BadAttachment.dropped

    /// Makes the policy described at each switch.
    public init() {}
}
