/// The host's behavior where the user's settings decide, or where Apple does not document it.
///
/// The defaults follow Apple's documentation. Where it says nothing, the default is the most restrictive value.
public struct SystemPolicy: Sendable, Hashable {
    /// The time until `serviceExtensionTimeWillExpire()` is called: 30 seconds (Apple: "no more than 30 seconds").
    public var timeLimit: Duration = .seconds(30)

    /// The time that the extension has after `serviceExtensionTimeWillExpire()` was called: 1 second.
    ///
    /// Apple gives no number, only "you must return whatever you can to the system immediately".
    public var grace: Duration = .seconds(1)

    /// Whether an alert that is a string, not a dictionary, reaches the extension: no.
    ///
    /// Apple asks for "an `alert` dictionary with title, subtitle, or body information".
    public var callsForAlertText = false

    /// Whether an alert whose texts are all localization keys reaches the extension: yes.
    ///
    /// `title-loc-key`, `subtitle-loc-key` and `loc-key` are title, subtitle and body information in a dictionary.
    public var callsForLocalizationKeys = true

    /// The number of pushes that one process of the extension handles at once: 8.
    ///
    /// Further pushes wait, and their time starts when they are called. It is disputed whether a phone calls an
    /// extension for several pushes at once.
    public var pushesAtOnce = 8

    /// Whether the last call of the handler counts, not the first: no.
    ///
    /// Apple does not document it. Every call after the first is reported.
    public var lastAnswerCounts = false

    /// Whether the `userInfo` of a push holds `aps`: yes.
    ///
    /// Extensions rely on it, but Apple does not document it. A sealed push opens either way.
    public var userInfoHasAPS = true

    /// The number of bytes in a megabyte of Apple's attachment limits: 1,000,000.
    ///
    /// Apple does not define it; 1,000,000 is more restrictive than 1,048,576.
    public var attachmentMegabyte = 1_000_000

    /// Whether an attachment that cannot be shown brings back the original, without any change of the extension:
    /// no, the content is shown without it.
    ///
    /// Developers report this behavior; Apple does not document it.
    public var badAttachmentShowsOriginal = false

    /// The time until an extension's removal of delivered notifications takes effect: none, it takes effect at once.
    ///
    /// Apple says that it is carried out on a background thread, and not what becomes of it when the extension ends.
    /// Developers report that it is lost unless the extension waits before it calls its handler (xamarin-docs #3087). With a
    /// time above zero, a removal that is not carried out when the content is settled is lost; fetching the delivered
    /// notifications carries out the earlier removals. The time is measured by the phone's clock.
    public var removalDelay = Duration.zero

    /// Creates the policy with the default of each switch.
    public init() {}
}
