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
        get { members[string: "event"].flatMap(LiveActivityEvent.init(rawValue:)) }
        set { members[string: "event"] = newValue?.rawValue }
    }

    /// The time when the push was made, in UNIX seconds; of two states the one with the newer timestamp is shown.
    public var timestamp: Int? {
        get { members[integer: "timestamp"] }
        set { members[integer: "timestamp"] = newValue }
    }

    /// The activity's new state, `content-state`.
    public var contentState: JSONObject? {
        get { members["content-state"]?.objectValue }
        set { members["content-state"] = newValue.map(JSONValue.object) }
    }

    /// The name of the activity's attributes type, `attributes-type`; for a start.
    public var attributesType: String? {
        get { members[string: "attributes-type"] }
        set { members[string: "attributes-type"] = newValue }
    }

    /// The activity's attributes, `attributes`; for a start.
    public var attributes: JSONObject? {
        get { members["attributes"]?.objectValue }
        set { members["attributes"] = newValue.map(JSONValue.object) }
    }

    /// The time when the state is out of date, in UNIX seconds; `stale-date`.
    public var staleDate: Int? {
        get { members[integer: "stale-date"] }
        set { members[integer: "stale-date"] = newValue }
    }

    /// The time when an ended activity leaves the lock screen, in UNIX seconds; `dismissal-date`.
    public var dismissalDate: Int? {
        get { members[integer: "dismissal-date"] }
        set { members[integer: "dismissal-date"] = newValue }
    }

    /// Whether a started activity gets a token for updates, `input-push-token` 1; from iOS 18.
    public var inputPushToken: Bool {
        get { members[flag: "input-push-token"] }
        set { members[flag: "input-push-token"] = newValue }
    }

    /// The base64 id of the channel that a started activity subscribes to, `input-push-channel`; from iOS 18.
    public var inputPushChannel: String? {
        get { members[string: "input-push-channel"] }
        set { members[string: "input-push-channel"] = newValue }
    }
}

/// The three pushes of a Live Activity; timestamps are UNIX seconds.
extension Payload {
    /// Creates the payload that starts an activity of an `ActivityAttributes` type and alerts the user; from iOS 17.2.
    public static func liveActivityStart(
        attributesType: String, attributes: JSONObject, contentState: JSONObject, alert: Alert, timestamp: Int,
        staleDate: Int? = nil
    ) -> Payload {
        var payload = liveActivityUpdate(contentState: contentState, timestamp: timestamp, staleDate: staleDate)
        payload.aps.event = .start
        payload.aps.attributesType = attributesType
        payload.aps.attributes = attributes
        payload.aps.alert = alert
        return payload
    }

    /// Creates the payload that updates an activity's state, and alerts the user if it has an alert.
    public static func liveActivityUpdate(
        contentState: JSONObject, timestamp: Int, staleDate: Int? = nil, alert: Alert? = nil
    ) -> Payload {
        var aps = APS()
        aps.timestamp = timestamp
        aps.event = .update
        aps.contentState = contentState
        aps.staleDate = staleDate
        aps.alert = alert
        return Payload(aps: aps.members)
    }

    /// Creates the payload that ends an activity with its final state.
    ///
    /// The activity leaves the lock screen at the dismissal date, at most four hours ahead; at once if that is the
    /// timestamp, and when the system decides if it is nil.
    public static func liveActivityEnd(
        contentState: JSONObject, timestamp: Int, dismissalDate: Int? = nil, alert: Alert? = nil
    ) -> Payload {
        var payload = liveActivityUpdate(contentState: contentState, timestamp: timestamp)
        payload.aps.event = .end
        payload.aps.dismissalDate = dismissalDate
        payload.aps.alert = alert
        return payload
    }
}
