public import StrictJSON

/// The alert that travels in the clear and stays on the screen whenever a push cannot be opened.
///
/// It must hold text: the system hands only pushes that display an alert to the service extension
/// (Apple, "Modifying content in newly delivered notifications").
public struct Placeholder: Sendable, Hashable {
    /// What is made of an alert once; one reference, so that a placeholder costs little to hand on.
    private final class Parts: Sendable {
        let alert: JSONObject
        let hasText: Bool
        let clear: Result<ClearPart, SealError>

        init(alert: JSONObject) {
            self.alert = alert
            hasText = texts.contains { name in alert[name]?.stringValue?.isEmpty == false }
            let root: JSONObject = ["aps": ["alert": .object(alert), "mutable-content": 1]]
            clear = Result { () throws(SealError) in try ClearPart(root, showsPlaceholder: true) }
        }
    }

    private let parts: Parts

    /// Makes a placeholder of any alert dictionary.
    public init(alert: JSONObject) {
        parts = Parts(alert: alert)
    }

    /// The alert dictionary as it travels.
    public var alert: JSONObject { parts.alert }

    /// Whether something of it would be displayed.
    var hasText: Bool { parts.hasText }

    /// What is visible of a push that leaves nothing else visible.
    var clear: Result<ClearPart, SealError> { parts.clear }

    /// Makes a placeholder of fixed texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        var alert = JSONObject()
        alert["title"] = title.map(JSONValue.string)
        alert["subtitle"] = subtitle.map(JSONValue.string)
        alert["body"] = body.map(JSONValue.string)
        self.init(alert: alert)
    }

    /// Makes a placeholder that the system localizes from the app's strings, whether the extension runs or not.
    public init(titleLocKey: String? = nil, locKey: String) {
        var alert = JSONObject()
        alert["title-loc-key"] = titleLocKey.map(JSONValue.string)
        alert["loc-key"] = .string(locKey)
        self.init(alert: alert)
    }

    /// The title "New notification".
    public static let standard = Placeholder(title: "New notification")

    private static let texts = ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]

    /// Compares the alerts.
    public static func == (left: Placeholder, right: Placeholder) -> Bool { left.alert == right.alert }

    /// Feeds the alert to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(alert) }
}
