import PushPayload
public import StrictJSON

/// The alert that travels in the clear and is shown when a push cannot be opened.
///
/// It must hold text: the system calls the service extension only for pushes that display an alert
/// (Apple, "Modifying content in newly delivered notifications").
public struct Placeholder: Sendable, Hashable {
    /// The alert dictionary as it travels.
    public let alert: JSONObject

    /// Creates a placeholder of any alert dictionary.
    public init(alert: JSONObject) { self.alert = alert }

    /// Creates a placeholder of fixed texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        alert = Alert(title: title, subtitle: subtitle, body: body).members
    }

    /// Creates a placeholder that the system localizes from the app's strings, whether the extension runs or not.
    public init(titleLocKey: String? = nil, locKey: String) {
        var alert = Alert()
        alert.titleLocKey = titleLocKey
        alert.locKey = locKey
        self.init(alert: alert.members)
    }

    /// The title "New notification".
    public static let standard = Placeholder(title: "New notification")
}
