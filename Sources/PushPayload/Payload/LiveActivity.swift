public import StrictJSON

/// The effect of a push on a Live Activity, the `event` of `aps`.
public enum LiveActivityEvent: String, Sendable, Hashable, CaseIterable {
    /// Starts an activity; from iOS 17.2.
    case start
    /// Updates the state of an activity.
    case update
    /// Ends an activity.
    case end
}

/// The members of a Live Activity push (Apple, Starting and updating Live Activities with ActivityKit push
/// notifications).
extension APS {
    /// The effect of the push on the activity.
    public var event: LiveActivityEvent? {
        get { members.string("event").flatMap(LiveActivityEvent.init(rawValue:)) }
        set { members.setString("event", newValue?.rawValue) }
    }

    /// The time when the push was made, in UNIX seconds; of two states the one with the newer timestamp is shown.
    public var timestamp: Int? {
        get { members.integer("timestamp") }
        set { members.setInteger("timestamp", newValue) }
    }

    /// The activity's new state, `content-state`.
    public var contentState: JSONObject? {
        get { members["content-state"]?.objectValue }
        set { members["content-state"] = newValue.map(JSONValue.object) }
    }

    /// The name of the activity's attributes type, `attributes-type`; for a start.
    public var attributesType: String? {
        get { members.string("attributes-type") }
        set { members.setString("attributes-type", newValue) }
    }

    /// The activity's attributes, `attributes`; for a start.
    public var attributes: JSONObject? {
        get { members["attributes"]?.objectValue }
        set { members["attributes"] = newValue.map(JSONValue.object) }
    }

    /// The time when the state is out of date, in UNIX seconds; `stale-date`.
    public var staleDate: Int? {
        get { members.integer("stale-date") }
        set { members.setInteger("stale-date", newValue) }
    }

    /// The time when an ended activity leaves the lock screen, in UNIX seconds; `dismissal-date`.
    public var dismissalDate: Int? {
        get { members.integer("dismissal-date") }
        set { members.setInteger("dismissal-date", newValue) }
    }

    /// Whether a started activity gets a token for updates, `input-push-token` 1; from iOS 18.
    public var inputPushToken: Bool {
        get { members.flag("input-push-token") }
        set { members.setFlag("input-push-token", newValue) }
    }

    /// The base64 id of the channel that a started activity subscribes to, `input-push-channel`; from iOS 18.
    public var inputPushChannel: String? {
        get { members.string("input-push-channel") }
        set { members.setString("input-push-channel", newValue) }
    }
}
