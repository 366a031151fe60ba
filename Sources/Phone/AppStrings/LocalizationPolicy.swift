/// The behavior of localization in cases that Apple does not document.
///
/// The defaults follow Core Foundation as far as it is known, since the system's localization of a push is built on it.
public struct LocalizationPolicy: Sendable, Hashable {
    /// The replacement for an argument that the format names and the push does not carry (U8): "(null)", as Core
    /// Foundation prints on Linux.
    public var missingArgument = "(null)"

    /// Whether a key that the strings lack is shown itself (U17): yes, as `NSLocalizedString` and CFBundle return it;
    /// otherwise an empty text is shown.
    public var showsMissingKeys = true

    /// Whether a localization key has precedence over a literal text, unless the strings lack the key (U7): yes, since
    /// Apple says to "specify this key instead of the title key".
    public var prefersKeys = true

    /// Whether a plural variable counts an argument that is a string (U12): no.
    ///
    /// A push's arguments are strings, and a phone is reported to show the form for `other`. A
    /// `SealedNotificationService` localizes in the extension and counts.
    public var countsTextArguments = false

    package init() {}
}
