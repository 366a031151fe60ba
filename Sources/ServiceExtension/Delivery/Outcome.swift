/// What became of a push on its way to the screen.
public enum Outcome: String, Sendable, CaseIterable {
    /// The seal was opened, and what the provider meant is shown.
    case opened
    /// The extension changed the content, without a seal that the host knows of.
    case modified
    /// The push is shown as it came.
    case unchanged
    /// The push was not opened, and a text that tells nothing is shown: the placeholder that it came with, or the generic
    /// one of a service that requires the seal.
    case placeholder
    /// The extension suppressed the notification, and nothing is shown.
    case suppressed
}
