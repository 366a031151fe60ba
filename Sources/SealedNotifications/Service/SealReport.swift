public import PushOpener

/// What became of the seal of the notification that a `SealedNotificationService` was called with.
public enum SealReport: Sendable {
    /// The notification carries no envelope, and the service shows nothing that is not sealed.
    case sealRequired
    /// There is an envelope, and it has not been opened yet.
    case pending
    /// The notification carries no envelope, so it is shown as it came.
    case notSealed
    /// The seal was opened.
    case opened(OpenedPush)
    /// The envelope was refused.
    case refused(Refusal)
    /// `keys()` threw; the associated value says why, without anything secret.
    case keysUnavailable(String)
    /// The notification's `userInfo` is no payload.
    case unreadable
}
