/// The behavior of localization in cases that Apple does not document.
///
/// The defaults follow reports of what devices showed, by repository and number; without one, Core Foundation.
public struct LocalizationPolicy: Sendable, Hashable {
    /// The replacement for an argument that the format names and the push does not carry: "(null)", as Core
    /// Foundation prints on Linux.
    public var missingArgument = "(null)"

    /// Whether a localization key has precedence over a literal text, unless the strings lack the key: no.
    ///
    /// Devices showed the text (apns4ex #15, firebase-admin-node #639); one report says the opposite (pushy #799).
    public var prefersKeys = false

    /// Whether conversions other than `%@` and plural variables take an argument, which is a text in every push: no.
    ///
    /// Devices showed nothing for `%s` (nativescript-localize #20), and `@value@` for the plural variable `%#@value@`
    /// (planetary-social/nos #1483).
    public var formatsNumbers = false

    package init() {}
}
