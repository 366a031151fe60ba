/// The outcome of a push's delivery.
public enum Outcome: String, Sendable, CaseIterable {
    /// The seal was opened, and the provider's content is shown.
    case opened
    /// The extension changed the content; the host knows of no seal.
    case modified
    /// The push is shown unchanged.
    case unchanged
    /// The push was not opened. The screen shows its placeholder, or the generic alert of a service that requires the
    /// seal.
    case placeholder
    /// The extension suppressed the notification. The screen shows nothing.
    case suppressed
}
