public import Foundation
import PushOpener
public import PushPayload

/// A Live Activity on a phone's lock screen.
public struct LiveActivity: Sendable {
    /// The phase of an activity.
    public enum Phase: String, Sendable {
        /// It shows its current state.
        case active
        /// Its stale date has passed without an update.
        case stale
        /// It shows its final state until its dismissal date.
        case ended
    }

    /// The registration of an activity's push token with the app's server.
    public enum Registration: Sendable, Hashable {
        /// The server does not have the token yet.
        case pending
        /// The server has the token.
        case done
        /// The server did not answer or refused the token, for this reason; the app tries again, after a refusal at the next change.
        case failed(String)
    }

    /// The activity's number on the phone, from 1.
    public let number: Int
    /// The name of the attributes type, `attributes-type`.
    public let attributesType: String
    /// The attributes, which do not change, as the widget reads them now.
    public internal(set) var attributes: ActivityContent
    /// The push token for updates and the end; nil for an activity that follows a channel.
    public let token: String?
    /// The registration of the token; nil for an activity that follows a channel.
    public internal(set) var registration: Registration?
    /// The identifier of the channel whose broadcasts update it, `input-push-channel`.
    public let channel: String?

    /// The state of the newest push, as the widget reads it now.
    public internal(set) var state: ActivityContent
    /// The phase.
    public internal(set) var phase = Phase.active
    /// The `timestamp` of the newest push, in UNIX seconds; a push with an earlier one has no effect.
    public internal(set) var timestamp: Int
    /// The number of the newest push in the phone's list.
    public internal(set) var push: Int
    /// The alert of the newest push, which is not sealed; nil if it has none.
    public internal(set) var alert: Alert?
    /// The date from which the state is out of date.
    public internal(set) var staleDate: Date?
    /// The date at which an ended activity leaves the lock screen; nil before the end.
    public internal(set) var dismissalDate: Date?
    /// The `relevance-score`; the lock screen shows the activity with the highest first.
    public internal(set) var relevanceScore = 0.0

    /// The objects of the pushes, which the widget reads again after a change of the keys or the lock state.
    var source: (attributes: JSONObject, state: JSONObject)
    /// Whether the activity started with a sealed state, so that a state in the clear is refused.
    let isSealed: Bool
    private var memory = ActivityMemory()

    /// Starts an activity of a number by a push with attributes and a state, whose number is that in the phone's list.
    init(_ push: ActivityPush, activity: Int, number: Int, token: String?, widget: ActivityWidget) {
        let (attributes, state) = (push.aps.attributes ?? [:], push.aps.contentState ?? [:])
        self.number = activity
        attributesType = push.aps.attributesType ?? ""
        source = (attributes, state)
        isSealed = ActivityWidget.isSealed(state)
        (self.attributes, self.state) = (.plain(attributes), .plain(state))
        self.token = token
        registration = token == nil ? nil : .pending
        channel = push.aps.inputPushChannel
        timestamp = push.aps.timestamp ?? 0
        self.push = number
        alert = push.aps.alert
        staleDate = push.staleDate
        relevanceScore = push.aps.relevanceScore ?? 0
        draw(with: widget)
    }

    /// Reads the objects with a widget.
    mutating func draw(with widget: ActivityWidget) {
        attributes = widget.content(of: source.attributes, purpose: .attributes, memory: &memory)
        state = widget.content(of: source.state, purpose: .contentState, memory: &memory, mustBeSealed: isSealed)
    }
}

/// The effect of a Live Activity's push on a phone.
public struct ActivityUpdate: Sendable {
    /// The effect.
    public enum Effect: Sendable, Hashable {
        /// The push started the activity of this number.
        case started(Int)
        /// The push updated the activities of these numbers: one by its token, or all that follow the channel.
        case updated([Int])
        /// The push ended the activities of these numbers.
        case ended([Int])
        /// The push had no effect, for this reason.
        case ignored(String)
    }

    /// The effect.
    public let effect: Effect
    /// The state that the widget read when the push arrived; nil if the push has none.
    public let state: ActivityContent?
    /// The attributes that the widget read when the push arrived; nil if the push has none.
    public let attributes: ActivityContent?
}
