package import PushPayload

/// The three texts that an alert shows.
struct AlertTexts {
    let title: String
    let subtitle: String
    let body: String

    /// Whether there is nothing to read.
    var isEmpty: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }

    /// Takes an alert's texts, and looks its localization keys up.
    init(_ alert: Alert?, in localization: Localization = .none) {
        title = localization.text(alert?.title, key: alert?.titleLocKey, arguments: alert?.titleLocArgs)
        subtitle = localization.text(alert?.subtitle, key: alert?.subtitleLocKey, arguments: alert?.subtitleLocArgs)
        body = localization.text(alert?.body, key: alert?.locKey, arguments: alert?.locArgs)
    }
}

extension Alert {
    /// Whether one of the texts is given as text, not as a localization key.
    package var hasLiteral: Bool { [title, subtitle, body].contains { $0?.isEmpty == false } }
}
