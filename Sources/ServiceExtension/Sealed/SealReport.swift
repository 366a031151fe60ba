public import PushOpener

/// The result of opening the seal of a notification in a `SealedNotificationService`.
public enum SealReport: Sendable {
    /// The notification carries no envelope, and the service requires one.
    case sealRequired
    /// There is an envelope, and it has not been opened yet.
    case pending
    /// The notification carries no envelope, so it is shown unchanged.
    case notSealed
    /// The seal was opened.
    case opened(OpenedPush)
    /// The envelope was refused.
    case refused(Refusal)
    /// `keys()` threw; the associated value is the reason, without secrets.
    case keysUnavailable(String)
    /// The notification's `userInfo` is not a payload.
    case unreadable
}

extension SealReport {

    /// The reason why the seal was not opened; nil if it was opened or is pending.
    var reason: DeliveryReason? {
        switch self {
        case .pending, .opened: nil
        case .notSealed: DeliveryReason(.notSealed, "the push carries no envelope")
        case .sealRequired:
            DeliveryReason(.notSealed, "the push carries no envelope, and this app requires one")
        case .refused(let refusal): DeliveryReason(.init(refusal.code.description), refusal.reason)
        case .unreadable: DeliveryReason(.init("malformed"), "the notification's userInfo is not a payload")
        case .keysUnavailable(let reason): DeliveryReason(.keysUnavailable, reason)
        }
    }
}
