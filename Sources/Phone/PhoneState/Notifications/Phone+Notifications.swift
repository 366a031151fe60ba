public import Foundation

extension Phone {
    /// The user's permission for the app's notifications; `authorized` on a new phone, which pushes reach.
    public var notificationAuthorization: NotificationAuthorization {
        get {
            guard case .authorization(let value) = answer(.authorization) else { return .denied }
            return value
        }
        set { _ = answer(.setAuthorization(newValue)) }
    }

    /// The number on the app's icon; 0 for none.
    public var badge: Int {
        guard case .badge(let number) = answer(.badge) else { return 0 }
        return number
    }

    /// The date and time on this phone: the system's, and the time of each ``advance(by:)``.
    public var now: Date {
        guard case .date(let date) = answer(.now) else { return Date() }
        return date
    }

    /// Moves the phone's clock forward, so that pending notifications are due without waiting.
    ///
    /// A host's clock, which limits the time of an extension, is independent of this one.
    public func advance(by duration: Duration) { _ = answer(.advance(duration / .seconds(1))) }

    /// Makes removals of delivered notifications late, also for a number of fetches of the list.
    package func holdRemovals(fetches: Int) { _ = answer(.holdRemovals(fetches: fetches)) }

    /// Calls a completion handler later, as code that runs on the phone.
    @_spi(Frameworks) public func callBack(_ handler: @escaping @Sendable () -> Void) {
        callbackQueue.async { [self] in perform(handler) }
    }

    /// Answers a request to the notifications; nil without a connection to the phone's state.
    package func answer(_ request: NotificationCenterRequest) -> NotificationCenterReply? {
        guard case .notifications(let reply) = answer(.notifications(request)) else { return nil }
        return reply
    }
}
