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
