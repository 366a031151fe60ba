import PushPayload

/// The three texts that an alert shows.
struct AlertTexts {
    let title: String
    let subtitle: String
    let body: String

    /// Whether one of them is given as text, not as a localization key.
    let hasLiteral: Bool

    /// Whether there is nothing to read.
    var isEmpty: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }

    /// Takes an alert's texts, and looks its localization keys up.
    init(_ alert: Alert?, in localization: Localization = .none) {
        title = localization.text(alert?.title, key: alert?.titleLocKey, arguments: alert?.titleLocArgs)
        subtitle = localization.text(alert?.subtitle, key: alert?.subtitleLocKey, arguments: alert?.subtitleLocArgs)
        body = localization.text(alert?.body, key: alert?.locKey, arguments: alert?.locArgs)
        hasLiteral = [alert?.title, alert?.subtitle, alert?.body].contains { $0?.isEmpty == false }
    }
}
