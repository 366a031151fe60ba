import Foundation
import LocalAPNs
import PhoneState
import ProviderClient
import PushOpener
import PushPayload

extension SimulatedPhone {
    /// The app's widget with the phone's present keys and lock state.
    private var widget: ActivityWidget {
        ActivityWidget(keyFolder: app.keyFolder, topic: identity.bundleID, device: device)
    }

    /// Starts, updates or ends Live Activities by the pushes that arrive, until the task is cancelled.
    ///
    /// The system calls no extension for them, so that they do not wait for one.
    func runActivities() async {
        for await push in inbox.activityArrivals.stream { receiveActivity(push) }
    }

    func receiveActivity(_ push: AcceptedPush) {
        guard hasApp else { return inbox.change { $0.discard(push, because: .noApp) } }
        guard let payload = try? Payload(parsing: push.body) else {
            return inbox.change { $0.discard(push, because: .malformed) }
        }
        let content = ActivityPush(push, payload)
        updateSharedKey(for: content)
        let widget = widget
        var objection = inbox.read { $0.activities.objection(to: content, startToken: identity.startToken) }
        var token: String?
        if objection == nil, content.aps.event == .start {
            if let channel = content.aps.inputPushChannel, let subscriber = identity.startToken {
                if !service.subscribe(subscriber, to: channel) { objection = "the app has no such channel" }
            } else if content.aps.inputPushToken {
                token = registerActivity()
            }
        }
        if let objection {
            return inbox.change { $0.ignore(push, content, because: objection, widget: widget) }
        }
        // Before the lock of the inbox, which the phone takes while it has its own.
        let now = device.now
        inbox.change { $0.apply(push, content, token: token, at: now, widget: widget) }
        endActivities { $0.advanceActivities(to: now) }
    }

    /// Takes the server's present shared key if a broadcast does not open by the one of the phone.
    private func updateSharedKey(for push: ActivityPush) {
        guard push.channel != nil, let state = push.aps.contentState,
            case .closed = widget.content(of: state, purpose: .contentState)
        else { return }
        // Without a key from the server the state stays closed, with its reason.
        try? app.updateSharedKey()
    }

    /// Registers the token of a new Live Activity.
    private func registerActivity() -> String {
        let token = PhoneIdentity.newToken()
        router.connect(token, to: inbox)
        service.register(token, bundleID: identity.bundleID)
        service.setOnline(token, isOnline)
        return token
    }

    /// Ends all activities.
    func endActivities() { endActivities { $0.change { $0.changeActivities { $0.removeAll() } } } }

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

    /// Draws the Live Activities again, after a change of the keys or the lock state.
    func drawActivities() {
        guard !activities.isEmpty else { return }
        let widget = widget
        inbox.change { $0.changeActivities { $0.draw(with: widget) } }
    }

    // MARK: - The app's server

    /// Sends the app's server the tokens of the Live Activities after each change, until the task is cancelled.
    ///
    /// A phone of an earlier run also sends them at its start, since its former activities have ended. After a failure the app
    /// tries again every five seconds while there are any; after a refusal it waits for the next change.
    func runRegistration() async {
        var known = isRestored ? nil : [RegisteredActivity]()
        var changes = inbox.changes.subscribe().makeAsyncIterator()
        repeat {
            while isOnline, hasApp, case let current = registrable, current != known {
                if await register(current) || current.isEmpty {
                    known = current
                } else {
                    guard (try? await clock.sleep(for: .seconds(5))) != nil else { return }
                }
            }
        } while await changes.next() != nil
    }

    /// The Live Activities with a push token, as the app reports them to its server.
    private var registrable: [RegisteredActivity] {
        activities.compactMap { activity in
            guard let token = activity.token, activity.phase != .ended else { return nil }
            var attributes: JSONObject?
            switch activity.attributes {
            case .opened(let members), .plain(let members): attributes = members
            case .closed: break
            }
            return RegisteredActivity(
                number: activity.number, type: activity.attributesType, attributes: attributes, token: token)
        }.sorted { $0.number < $1.number }
    }

    /// Sends the app's server the Live Activities; returns whether the server accepted or refused them.
    private func register(_ activities: [RegisteredActivity]) async -> Bool {
        let tokens = Set(activities.map(\.token))
        do {
            try await app.register(activities)
            inbox.change { $0.changeActivities { $0.note(.done, of: tokens) } }
            return true
        } catch {
            inbox.change { $0.changeActivities { $0.note(.failed(error.reasonText), of: tokens) } }
            return (error as? SimulatorError)?.code == .serverRefused
        }
    }

    // MARK: - State

    /// The Live Activities on the lock screen, the most relevant first.
    public var activities: [LiveActivity] { inbox.read { $0.activities.shown } }

    /// Waits for the start of the Live Activity of a number, from 1, and returns it with its current state.
    ///
    /// - Throws: ``SimulatorError`` with `noActivity` after the timeout, or if the activity has left the lock screen.
    public func activity(number: Int, within limit: Duration = .seconds(60)) async throws -> LiveActivity {
        let activity = { @Sendable (history: borrowing PhoneHistory) in
            history.activities.shown.first { $0.number == number }
        }
        return try await wait(until: { $0.activities.startedCount >= number }, within: limit, for: activity) { _ in
            SimulatorError(.noActivity, "\(name) does not show Live Activity \(number)")
        }
    }

    /// Waits until the app's server has the push token of the Live Activity of a number, from 1, and returns the activity.
    ///
    /// - Throws: ``SimulatorError`` with `noActivity` after the timeout.
    public func registeredActivity(number: Int, within limit: Duration = .seconds(60)) async throws -> LiveActivity {
        let activity = { @Sendable (history: borrowing PhoneHistory) in
            history.activities.shown.first { $0.number == number && $0.registration == .done }
        }
        return try await wait(until: { activity($0) != nil }, within: limit, for: activity) { _ in
            SimulatorError(.noActivity, "the app's server has no token of Live Activity \(number) of \(name)")
        }
    }

    /// Waits for the effect of a Live Activity's push, by its number in ``pushes``, and returns it with the objects that the widget opened.
    ///
    /// - Throws: ``SimulatorError`` with `noActivity` after the timeout.
    public func activityUpdate(byPush number: Int, within limit: Duration = .seconds(60)) async throws -> ActivityUpdate
    {
        let update = { @Sendable (history: borrowing PhoneHistory) in history.entries[number]?.activity }
        return try await wait(until: { update($0) != nil }, within: limit, for: update) { _ in
            SimulatorError(.noActivity, "push \(number) to \(name) did not reach a Live Activity within \(limit)")
        }
    }
}
