/// The behavior of localization in cases that Apple does not document.
///
/// The defaults follow Core Foundation as far as it is known, since the system's localization of a push is built on it.
public struct LocalizationPolicy: Sendable, Hashable {
    /// The replacement for an argument that the format names and the push does not carry.
    public enum MissingArgument: String, Sendable, CaseIterable {
        /// "(null)".
        case null
        /// An empty string.
        case empty
    }

    /// The text that is shown for a key that the strings lack.
    public enum MissingKey: String, Sendable, CaseIterable {
        /// The key itself.
        case key
        /// An empty string; the payload's other texts are still shown.
        case empty
    }

    /// The text that has precedence if a payload has both a literal text and a localization key for it.
    public enum Precedence: String, Sendable, CaseIterable {
        /// The key, unless the strings lack it: then the literal text.
        case key
        /// The literal text, unless it is empty.
        case text
    }

    /// The replacement for a missing argument (U8): "(null)".
    ///
    /// Core Foundation prints this on Linux (measured). The behavior of a phone is not documented.
    public var missingArgument = MissingArgument.null

    /// The text for a missing key (U17): the key itself, which is what `NSLocalizedString` and CFBundle return.
    public var missingKey = MissingKey.key

    /// The precedence of key and text (U7): the key.
    ///
    /// Apple says to "specify this key instead of the title key"; the one source that describes both agrees.
    public var precedence = Precedence.key

    /// Whether a plural variable counts an argument that is a string (U12): no.
    ///
    /// A push's arguments are strings, and a plural variable of the system counts numbers. It is reported not to work
    /// on a phone, which shows the form for `other`. A `SealedNotificationService` localizes in the extension and
    /// counts.
    public var countsTextArguments = false

    /// Creates the policy with the default of each switch.
    public init() {}
}
