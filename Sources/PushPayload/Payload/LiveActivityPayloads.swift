public import StrictJSON

/// The time when an ended Live Activity leaves the lock screen.
public enum LiveActivityDismissal: Sendable, Hashable {
    /// Chosen by the system, after at most four hours.
    case none
    /// At once: the dismissal date is the timestamp of the push.
    case immediately
    /// At a date in UNIX seconds, at most four hours ahead.
    case date(Int)
}

/// The three pushes of a Live Activity (Apple, Starting and updating Live Activities with ActivityKit push
/// notifications); timestamps are UNIX seconds.
extension Payload {
    /// Creates the payload that starts an activity and alerts the user; from iOS 17.2.
    ///
    /// `attributesType` is the name of the app's `ActivityAttributes` type.
    public static func liveActivityStart(
        attributesType: String, attributes: JSONObject, contentState: JSONObject, alert: Alert, timestamp: Int,
        staleDate: Int? = nil
    ) -> Payload {
        var payload = liveActivity(.start, contentState: contentState, timestamp: timestamp, staleDate: staleDate)
        payload.aps.attributesType = attributesType
        payload.aps.attributes = attributes
        payload.aps.alert = alert
        return payload
    }

    /// Creates the payload that updates an activity's state, and alerts the user if it has an alert.
    public static func liveActivityUpdate(
        contentState: JSONObject, timestamp: Int, staleDate: Int? = nil, alert: Alert? = nil
    ) -> Payload {
        var payload = liveActivity(.update, contentState: contentState, timestamp: timestamp, staleDate: staleDate)
        payload.aps.alert = alert
        return payload
    }

    /// Creates the payload that ends an activity with its final state.
    public static func liveActivityEnd(
        contentState: JSONObject, timestamp: Int, dismissal: LiveActivityDismissal = .none, alert: Alert? = nil
    ) -> Payload {
        var payload = liveActivity(.end, contentState: contentState, timestamp: timestamp, staleDate: nil)
        switch dismissal {
        case .none: break
        case .immediately: payload.aps.dismissalDate = timestamp
        case .date(let date): payload.aps.dismissalDate = date
        }
        payload.aps.alert = alert
        return payload
    }

    private static func liveActivity(
        _ event: LiveActivityEvent, contentState: JSONObject, timestamp: Int, staleDate: Int?
    ) -> Payload {
        var aps = APS()
        aps.timestamp = timestamp
        aps.event = event
        aps.contentState = contentState
        aps.staleDate = staleDate
        return Payload(aps: aps.members, custom: [:])
    }
}
