import Foundation
import KeyManagement
import PhoneState
import UserNotifications

/// Actions of the user and the system.
extension SimulatedPhone {
    /// Connects the phone to the push service, or disconnects it.
    public func setOnline(_ isOnline: Bool) {
        self.isOnline = isOnline
        for token in tokens { service.setOnline(token, isOnline) }
        inbox.changes.send()
    }

    /// Restarts the phone.
    ///
    /// No key can be read until `unlock()`.
    public func restart() {
        device.restart()
        drawActivities()
        inbox.changes.send()
    }

    /// Unlocks the phone.
    public func unlock() {
        device.unlock()
        drawActivities()
        inbox.changes.send()
    }

    /// Locks the phone; a phone that was not unlocked since it started stays so.
    public func lock() {
        device.lock()
        inbox.changes.send()
    }

    /// Removes all notifications from the lock screen and clears the badge, as opening the app does.
    public func clear() {
        inbox.change { $0.clear() }
        let center = device.perform { UNUserNotificationCenter.current() }
        center.removeAllDeliveredNotifications()
        center.setBadgeCount(0)
    }

    /// Opens the app, which asks its server for the published keys and pins them, and enrols a new key if the phone has none or one that is due.
    ///
    /// - Throws: `KeyError`, or the error of the server.
    public func openApp() async throws {
        try await app.start(identity)
        keysChanged()
    }

    /// Removes the phone's keys, as a restored backup without them does.
    ///
    /// The next sealed push is refused; the app then enrols a new key.
    ///
    /// - Throws: `KeyError` with `notFound` if there are none.
    public func loseKey() throws {
        try app.loseKey()
        keysChanged()
    }

    /// Removes the app.
    ///
    /// Its Live Activities end. Later pushes to its tokens get 410 Unregistered.
    public func removeApp() {
        hasApp = false
        for token in tokens { service.unregister(token) }
        endActivities()
        inbox.changes.send()
    }

    /// Replaces the app's device token and push-to-start token.
    ///
    /// Later pushes to the old ones get 410 ExpiredToken, and Live Activities end.
    ///
    /// A removed app is installed again.
    func adopt(_ renewed: PhoneIdentity) {
        hasApp = true
        for token in identity.tokens { service.expire(token) }
        endActivities()
        identity = renewed
        for token in renewed.tokens {
            router.connect(token, to: inbox)
            service.register(token, bundleID: renewed.bundleID)
            service.setOnline(token, isOnline)
        }
        inbox.changes.send()
    }
}
