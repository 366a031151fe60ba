public import Foundation

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

    /// The activity's number on the phone, from 1.
    public let number: Int
    /// The name of the attributes type, `attributes-type`.
    public let attributesType: String
    /// The attributes, which do not change.
    public let attributes: ActivityContent
    /// The push token for updates and the end; nil for an activity that follows a channel.
    public let token: String?
    /// The identifier of the channel whose broadcasts update it, `input-push-channel`.
    public let channel: String?

    /// The state of the newest push.
    public internal(set) var state: ActivityContent
    /// The phase.
    public internal(set) var phase = Phase.active
    /// The `timestamp` of the newest push, in UNIX seconds; a push with an earlier one has no effect.
    public internal(set) var timestamp: Int
    /// The number of the newest push in the phone's list.
    public internal(set) var push: Int
    /// The date from which the state is out of date.
    public internal(set) var staleDate: Date?
    /// The date at which an ended activity leaves the lock screen; nil before the end.
    public internal(set) var dismissalDate: Date?
    /// The `relevance-score`; the lock screen shows the activity with the highest first.
    public internal(set) var relevanceScore = 0.0
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
    /// The state that the widget read; nil if the push has none.
    public let state: ActivityContent?
    /// The attributes that the widget read; nil if the push has none.
    public let attributes: ActivityContent?
}
