import Foundation
import PushPayload

/// The Live Activities on a phone's lock screen.
///
/// Source of the rules: Apple, "Starting and updating Live Activities with ActivityKit push notifications".
struct LiveActivityList: Sendable {
    /// The maximum number of activities on the lock screen, so that a provider cannot fill the memory.
    static let capacity = 20

    /// The activities, the most relevant first, among equals the newest first.
    private(set) var shown: [LiveActivity] = []
    /// The number of activities that were started.
    private(set) var startedCount = 0

    /// The push tokens of the activities.
    var tokens: [String] { shown.compactMap(\.token) }

    /// Returns the reason why a push has no effect; nil if it has one.
    ///
    /// A start must go to `startToken`.
    func objection(to push: ActivityPush, startToken: String?) -> String? {
        guard let timestamp = push.aps.timestamp else { return "the push has no timestamp" }
        guard push.aps.contentState != nil || push.aps.event == .end else { return "the push has no content-state" }
        switch push.aps.event {
        case nil: return "the push has no event, or an unknown one"
        case .start:
            guard push.channel == nil, push.token == startToken else {
                return "a start must go to the push-to-start token of the app"
            }
            guard push.aps.attributes != nil, push.aps.attributesType != nil else {
                return "a start must have attributes and attributes-type"
            }
            guard push.aps.alert != nil else { return "a start must have an alert" }
            guard !push.aps.inputPushToken || push.aps.inputPushChannel == nil else {
                return "a start must not have both input-push-token and input-push-channel"
            }
            return shown.count < Self.capacity ? nil : "the phone shows \(Self.capacity) Live Activities already"
        case .update, .end:
            let addressed = shown.filter { isAddressed($0, by: push) }
            guard !addressed.isEmpty else {
                return push.channel == nil ? "no Live Activity has this token" : "no Live Activity follows the channel"
            }
            guard addressed.contains(where: { $0.phase != .ended }) else { return "the Live Activity has ended" }
            guard addressed.contains(where: { accepts($0, timestamp) }) else {
                return "a push with a later timestamp came before"
            }
            return nil
        }
    }

    /// Starts an activity.
    ///
    /// The push has no objection, and `number` is its number in the phone's list.
    mutating func start(
        _ push: ActivityPush, number: Int, token: String?, widget: ActivityWidget
    ) -> ActivityUpdate {
        startedCount += 1
        let activity = LiveActivity(push, activity: startedCount, number: number, token: token, widget: widget)
        shown.append(activity)
        sort()
        return ActivityUpdate(effect: .started(startedCount), state: activity.state, attributes: activity.attributes)
    }

    /// Updates or ends the activities that a push without objection addresses.
    mutating func apply(_ push: ActivityPush, number: Int, at now: Date, widget: ActivityWidget) -> ActivityUpdate {
        let isEnd = push.aps.event == .end
        var changed: [Int] = []
        var state: ActivityContent?
        for index in shown.indices
        where isAddressed(shown[index], by: push) && accepts(shown[index], push.aps.timestamp ?? 0) {
            if let object = push.aps.contentState {
                shown[index].source.state = object
                shown[index].draw(with: widget)
                state = shown[index].state
            }
            shown[index].timestamp = push.aps.timestamp ?? 0
            shown[index].push = number
            shown[index].alert = push.aps.alert
            shown[index].staleDate = isEnd ? nil : push.staleDate
            shown[index].phase = isEnd ? .ended : .active
            if isEnd { shown[index].dismissalDate = push.dismissalDate(endingAt: now) }
            shown[index].relevanceScore = push.aps.relevanceScore ?? 0
            changed.append(shown[index].number)
        }
        sort()
        changed.sort()
        return ActivityUpdate(effect: isEnd ? .ended(changed) : .updated(changed), state: state, attributes: nil)
    }

    /// Draws all activities with a widget that has other keys or another lock state.
    mutating func draw(with widget: ActivityWidget) {
        for index in shown.indices { shown[index].draw(with: widget) }
    }

    /// Records the registration of the push tokens of activities.
    mutating func note(_ registration: LiveActivity.Registration, of tokens: Set<String>) {
        for index in shown.indices where tokens.contains(shown[index].token ?? "") {
            shown[index].registration = registration
        }
    }

    /// Marks activities whose stale date has passed, and removes ended ones whose dismissal date has passed.
    ///
    /// - Returns: whether an activity changed.
    mutating func advance(to now: Date) -> Bool {
        let count = shown.count
        shown.removeAll { $0.dismissalDate.map { $0 <= now } ?? false }
        var isChanged = shown.count != count
        for index in shown.indices where shown[index].phase == .active {
            guard let date = shown[index].staleDate, date <= now else { continue }
            shown[index].phase = .stale
            isChanged = true
        }
        return isChanged
    }

    /// Removes all activities.
    mutating func removeAll() { shown = [] }

    private func isAddressed(_ activity: LiveActivity, by push: ActivityPush) -> Bool {
        push.channel == nil ? activity.token == push.token : activity.channel == push.channel
    }

    private func accepts(_ activity: LiveActivity, _ timestamp: Int) -> Bool {
        activity.phase != .ended && timestamp >= activity.timestamp
    }

    private mutating func sort() {
        shown.sort { ($0.relevanceScore, $0.number) > ($1.relevanceScore, $1.number) }
    }
}
