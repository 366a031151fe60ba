/// What localization does where Apple's pages are silent.
///
/// The defaults are what Core Foundation does as far as it is known, since the system's own localization of a push lies
/// above it.
public struct LocalizationPolicy: Sendable, Hashable {
    /// What stands for an argument that the format names and the push does not bring.
    public enum MissingArgument: String, Sendable, CaseIterable {
        /// "(null)".
        case null
        /// Nothing.
        case empty
    }

    /// What is shown for a key that the strings do not have.
    public enum MissingKey: String, Sendable, CaseIterable {
        /// The key itself.
        case key
        /// Nothing, so that the payload's other texts stand alone.
        case empty
    }

    /// Which of the two counts if a payload has both a text and a localization key for it.
    public enum Precedence: String, Sendable, CaseIterable {
        /// The key, unless the strings lack it: then the text.
        case key
        /// The text, unless it is empty.
        case text
    }

    /// U8: "(null)", which is what Core Foundation prints on Linux (measured); what a phone shows is not documented.
    public var missingArgument = MissingArgument.null

    /// U17: the key itself, which is what `NSLocalizedString` and CFBundle return.
    public var missingKey = MissingKey.key

    /// U7: the key.
    ///
    /// Apple says to "specify this key instead of the title key"; the one source for both says so too.
    public var precedence = Precedence.key

    /// U12: no.
    ///
    /// A push's arguments are strings, and a plural variable of the system counts numbers, so it is reported not
    /// to work on a phone: the form for `other` is shown. A `SealedNotificationService` localizes by itself and counts.
    public var countsTextArguments = false

    /// Makes the policy described at each switch.
    public init() {}
}
