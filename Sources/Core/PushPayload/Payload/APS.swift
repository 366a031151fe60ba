public import StrictJSON

/// Typed views of the `aps` dictionary (Apple, Generating a remote notification, table 1).
///
/// A view reads nil if its member is absent or of another type. Writing nil removes the member, writing a value
/// replaces it. Writing the value that a view already reads changes nothing, so that a value keeps its spelling.
public struct APS: Sendable, Hashable {
    /// The dictionary, unchanged.
    public var members: JSONObject

    /// Creates views of a dictionary.
    public init(_ members: JSONObject = [:]) { self.members = members }

    /// The alert, from the text or the dictionary form of `alert`.
    public var alert: Alert? {
        get { members["alert"].flatMap(Alert.init(json:)) }
        set { members.replace("alert", newValue, unlike: alert) { $0.json } }
    }

    /// The number on the app's icon: 0 removes it, nil does not change it.
    public var badge: Int? {
        get { members[integer: "badge"] }
        set { members[integer: "badge"] = newValue }
    }

    /// The sound.
    public var sound: Sound? {
        get { members[sound: "sound"] }
        set { members[sound: "sound"] = newValue }
    }

    /// The group of notifications that this one belongs to, `thread-id`.
    public var threadID: String? {
        get { members[string: "thread-id"] }
        set { members[string: "thread-id"] = newValue }
    }

    /// The identifier of the registered category, which determines the actions.
    public var category: String? {
        get { members[string: "category"] }
        set { members[string: "category"] = newValue }
    }

    /// Whether the app is woken in the background, `content-available` 1.
    public var contentAvailable: Bool {
        get { members[flag: "content-available"] }
        set { members[flag: "content-available"] = newValue }
    }

    /// Whether a service extension may change the notification, `mutable-content` 1.
    public var mutableContent: Bool {
        get { members[flag: "mutable-content"] }
        set { members[flag: "mutable-content"] = newValue }
    }

    /// The identifier of the window to bring forward, `target-content-id`.
    public var targetContentID: String? {
        get { members[string: "target-content-id"] }
        set { members[string: "target-content-id"] = newValue }
    }

    /// The importance and timing, `interruption-level`.
    public var interruptionLevel: InterruptionLevel? {
        get { members[string: "interruption-level"].flatMap(InterruptionLevel.init(rawValue:)) }
        set { members[string: "interruption-level"] = newValue?.rawValue }
    }

    /// The relevance in the notification summary, 0 to 1; for a Live Activity any number; `relevance-score`.
    public var relevanceScore: Double? {
        get { members["relevance-score"]?.numberValue?.double }
        set {
            members.replace("relevance-score", newValue, unlike: relevanceScore) {
                JSONNumber($0).map(JSONValue.number)
            }
        }
    }

    /// The value that a Focus filter compares, `filter-criteria`.
    public var filterCriteria: String? {
        get { members[string: "filter-criteria"] }
        set { members[string: "filter-criteria"] = newValue }
    }

    /// The values for the URL of a Safari push, `url-args`.
    public var urlArgs: [String]? {
        get { members[strings: "url-args"] }
        set { members[strings: "url-args"] = newValue }
    }

    /// Whether widgets or controls have new content, `content-changed` true.
    public var contentChanged: Bool {
        get { members["content-changed"]?.boolValue == true }
        set { if newValue != contentChanged { members["content-changed"] = newValue ? true : nil } }
    }
}

/// The importance and timing of a notification (Apple, UNNotificationInterruptionLevel).
public enum InterruptionLevel: String, Sendable, Hashable, CaseIterable {
    /// Adds the notification to the list without lighting the screen.
    case passive
    /// Lights the screen and may play a sound; the system's default.
    case active
    /// Breaks through scheduled summaries and Focus.
    case timeSensitive = "time-sensitive"
    /// Breaks through the mute switch as well.
    case critical
}
