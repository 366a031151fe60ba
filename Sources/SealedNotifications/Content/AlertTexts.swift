package import PushPayload

/// The title, subtitle and body of an alert.
struct AlertTexts {
    let title: String
    let subtitle: String
    let body: String

    /// Whether all three texts are empty.
    var isEmpty: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }

    /// Takes the texts of an alert; localization keys are looked up.
    init(_ alert: Alert?, in localization: Localization = .none) {
        title = localization.text(alert?.title, key: alert?.titleLocKey, arguments: alert?.titleLocArgs)
        subtitle = localization.text(alert?.subtitle, key: alert?.subtitleLocKey, arguments: alert?.subtitleLocArgs)
        body = localization.text(alert?.body, key: alert?.locKey, arguments: alert?.locArgs)
    }
}

extension Alert {
    /// Whether one of the texts is a literal, not a localization key.
    package var hasLiteral: Bool { [title, subtitle, body].contains { $0?.isEmpty == false } }
}
