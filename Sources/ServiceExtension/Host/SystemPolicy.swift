/// How the host behaves where an app's entitlements and settings decide, or where Apple says nothing.
///
/// A switch starts with what Apple's pages say, and where they are silent with the value that promises an extension
/// least: what works here should work on a phone.
public struct SystemPolicy: Sendable, Hashable {
    /// How long the extension has until `serviceExtensionTimeWillExpire()` is called: 30 seconds.
    ///
    /// Apple: "no more than 30 seconds" ("didReceive(_:withContentHandler:)").
    public var timeLimit: Duration = .seconds(30)

    /// How long the extension has after `serviceExtensionTimeWillExpire()` was called: 1 second.
    ///
    /// Apple gives no number, only "you must return whatever you can to the system immediately".
    public var grace: Duration = .seconds(1)

    /// Whether the user lets the app show alerts; if not, no extension is called.
    public var alertsEnabled = true

    /// Whether an alert that is a string, not a dictionary, reaches the extension: no.
    ///
    /// Apple asks for "an `alert` dictionary with title, subtitle, or body information".
    public var callsForAlertText = false

    /// Whether an alert whose texts are all localization keys reaches the extension: yes.
    ///
    /// `title-loc-key`, `subtitle-loc-key` and `loc-key` are title, subtitle and body information in a dictionary.
    public var callsForLocalizationKeys = true

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
