import PushPayload

/// The three texts that an alert shows.
///
/// A literal text goes first, else the localization key stands for itself, which is what a bundle without that key gives.
struct AlertTexts {
    let title: String
    let subtitle: String
    let body: String

    /// Whether one of them is given as text, not as a localization key.
    let hasLiteral: Bool

    /// Whether there is nothing to read.
    var isEmpty: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }

    init(_ alert: Alert?) {
        func text(_ literal: String?, _ key: String?) -> String {
            literal.flatMap { $0.isEmpty ? nil : $0 } ?? key ?? ""
        }
        title = text(alert?.title, alert?.titleLocKey)
        subtitle = text(alert?.subtitle, alert?.subtitleLocKey)
        body = text(alert?.body, alert?.locKey)
        hasLiteral = [alert?.title, alert?.subtitle, alert?.body].contains { $0?.isEmpty == false }
    }
}
