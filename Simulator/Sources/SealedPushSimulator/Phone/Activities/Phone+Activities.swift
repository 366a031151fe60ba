import Foundation
import LocalAPNs
import PushPayload

extension Phone {
    /// Starts, updates or ends Live Activities by a push, of which the app's widget opens the sealed objects.
    func receiveActivity(_ push: AcceptedPush) {
        guard let payload = try? Payload(parsing: push.body) else { return }
        let widget = ActivityWidget(keyFolder: app.keyFolder, topic: identity.bundleID, device: device)
        let content = ActivityPush(push, payload, widget: widget)
        if let objection = inbox.read({ $0.activities.objection(to: content, startToken: identity.startToken) }) {
            return inbox.changeActivities { $0.ignore(push, content, because: objection) }
        }
        var token: String?
        if content.aps.event == .start {
            if let channel = content.aps.inputPushChannel, let subscriber = identity.startToken {
                guard service.subscribe(subscriber, to: channel) else {
                    return inbox.changeActivities { $0.ignore(push, content, because: "the app has no such channel") }
                }
            } else if content.aps.inputPushToken {
                token = registerActivity()
            }
        }
        inbox.changeActivities { $0.apply(push, content, token: token, at: Date()) }
        endActivities { $0.advanceActivities(to: Date()) }
    }

    /// Registers the token of a new Live Activity.
    private func registerActivity() -> String {
        let token = PhoneIdentity.newToken()
        router.connect(token, to: inbox)
        service.register(token, bundleID: identity.bundleID)
        service.setOnline(token, isOnline)
        return token
    }

    /// Unregisters the tokens and subscriptions of the activities that a change removes.
    func endActivities(_ change: (PhoneInbox) -> Void) {
        let before = inbox.read { $0.activities.shown }
        change(inbox)
        guard !before.isEmpty else { return }
        let after = inbox.read { $0.activities.shown }
        for activity in before where !after.contains(where: { $0.number == activity.number }) {
            if let token = activity.token { service.unregister(token) }
            if let channel = activity.channel, let subscriber = identity.startToken,
                !after.contains(where: { $0.channel == channel })
            {
                service.unsubscribe(subscriber, from: channel)
            }
        }
    }

    /// The Live Activities on the lock screen, the most relevant first.
    public var activities: [LiveActivity] { inbox.read { $0.activities.shown } }

    /// Waits for the start of a Live Activity and returns it.
    ///
    /// - Parameters:
    ///   - number: the number of the activity, from 1.
    ///   - limit: the timeout.
    /// - Returns: the activity with its current state.
    /// - Throws: ``SimulatorError`` with `noActivity` after the timeout, or if the activity has left the lock screen.
    public func activity(number: Int, within limit: Duration = .seconds(60)) async throws -> LiveActivity {
        await wait(until: { $0.activities.startedCount >= number }, within: limit)
        guard let activity = activities.first(where: { $0.number == number }) else {
            throw SimulatorError(.noActivity, "\(name) does not show Live Activity \(number)")
        }
        return activity
    }

    /// Waits for the effect of a Live Activity's push and returns it.
    ///
    /// - Parameters:
    ///   - number: the number of the push, as in ``pushes``.
    ///   - limit: the timeout.
    /// - Returns: the effect, with the objects that the widget opened.
    /// - Throws: ``SimulatorError`` with `noActivity` after the timeout.
    public func activityUpdate(
        byPush number: Int, within limit: Duration = .seconds(60)
    ) async throws -> ActivityUpdate {
        await wait(until: { $0.entries[number]?.activity != nil }, within: limit)
        guard let update = inbox.read({ $0.entries[number]?.activity }) else {
            throw SimulatorError(.noActivity, "push \(number) to \(name) did not reach a Live Activity within \(limit)")
        }
        return update
    }
}
