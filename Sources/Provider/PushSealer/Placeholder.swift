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

    /// Whether the system would display it.
    var hasText: Bool {
        let texts = ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
        return texts.contains { name in alert[name]?.stringValue?.isEmpty == false }
    }

    /// Creates a placeholder of fixed texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        var alert = JSONObject()
        alert["title"] = title.map(JSONValue.string)
        alert["subtitle"] = subtitle.map(JSONValue.string)
        alert["body"] = body.map(JSONValue.string)
        self.init(alert: alert)
    }

    /// Creates a placeholder that the system localizes from the app's strings, whether the extension runs or not.
    public init(titleLocKey: String? = nil, locKey: String) {
        var alert = JSONObject()
        alert["title-loc-key"] = titleLocKey.map(JSONValue.string)
        alert["loc-key"] = .string(locKey)
        self.init(alert: alert)
    }

    /// The title "New notification".
    public static let standard = Placeholder(title: "New notification")
}
