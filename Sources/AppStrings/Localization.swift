/// An app's strings, with the policy for cases that they or the push leave open.
public struct Localization: Sendable {
    /// The texts.
    public var strings: LocalizedStrings
    /// The switches.
    public var policy: LocalizationPolicy

    /// No strings: a key without a text is shown itself.
    public static let none = Localization(.none)

    /// Creates a localization from strings and a policy.
    public init(_ strings: LocalizedStrings, policy: LocalizationPolicy = LocalizationPolicy()) {
        self.strings = strings
        self.policy = policy
    }

    /// Returns the text to show for a text, a localization key and its arguments; empty if there is neither text nor
    /// key.
    package func text(_ literal: String?, key: String?, arguments: @autoclosure () -> [String]?) -> String {
        let literal = literal.flatMap { $0.isEmpty ? nil : $0 }
        guard let key, !key.isEmpty else { return literal ?? "" }
        if policy.precedence == .text, let literal { return literal }
        if let found = strings.text(key, arguments() ?? [], policy: policy) { return found }
        if let literal { return literal }
        switch policy.missingKey {
        case .key: return key
        case .empty: return ""
        }
    }
}
