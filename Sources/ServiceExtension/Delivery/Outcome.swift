/// What became of a push on its way to the screen.
public enum Outcome: String, Sendable, CaseIterable {
    /// The seal was opened, and what the provider meant is shown.
    case opened
    /// The extension changed the content, without a seal that the host knows of.
    case modified
    /// The push is shown as it came.
    case unchanged
    /// The push is sealed and was not opened, so the placeholder is shown.
    case placeholder
    /// The extension suppressed the notification, and nothing is shown.
    case suppressed
}
