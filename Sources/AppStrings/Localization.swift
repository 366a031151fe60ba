/// An app's strings and what to do where they or the push leave something open.
public struct Localization: Sendable {
    /// The texts.
    public var strings: LocalizedStrings
    /// The switches.
    public var policy: LocalizationPolicy

    /// No strings: a key stands for itself unless there is a text beside it.
    public static let none = Localization(.none)

    /// Puts both together.
    public init(_ strings: LocalizedStrings, policy: LocalizationPolicy = LocalizationPolicy()) {
        self.strings = strings
        self.policy = policy
    }

    /// What is shown of a text, a localization key and its arguments; empty if there is neither text nor key.
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
