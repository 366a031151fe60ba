public import Foundation

extension Phone {
    /// The user's permission for the app's notifications; `authorized` on a new phone, which pushes reach.
    public var notificationAuthorization: NotificationAuthorization {
        get {
            if case .authorization(let value) = answer(.authorization) { value } else { .denied }
        }
        set { _ = answer(.setAuthorization(newValue)) }
    }

    /// The number on the app's icon; 0 for none.
    public var badge: Int {
        if case .badge(let number) = answer(.badge) { number } else { 0 }
    }

    /// The date and time on this phone: the system's, and the time of each ``advance(by:)``.
    public var now: Date {
        if case .date(let date) = answer(.now) { date } else { Date() }
    }

    /// Moves the phone's clock forward, so that pending notifications are due without waiting.
    ///
    /// A host's clock, which limits the time of an extension, is independent of this one.
    public func advance(by duration: Duration) { _ = answer(.advance(duration / .seconds(1))) }

    /// Calls a completion handler later, as code that runs on the phone.
    @_spi(Frameworks) public func callBack(_ handler: @escaping @Sendable () -> Void) {
        callbackQueue.async { [self] in perform(handler) }
    }

    /// Answers a request to the notifications.
    package func answer(_ request: NotificationCenterRequest) -> PhoneReply { answer(.notifications(request)) }
}
