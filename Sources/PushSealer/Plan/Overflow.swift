public import PushPayload
public import StrictJSON

/// A change that may be made to a payload that is too large; steps are taken in order until it fits.
public enum OverflowStep: Sendable, Hashable {
    /// Shortens the text at a path, at a boundary between characters as people see them, and adds an ellipsis; as much
    /// of it stays as fits.
    ///
    /// If not even the ellipsis alone fits, it stays and the next step follows.
    case shorten(PayloadPath)
    /// Removes the member at a path.
    case drop(PayloadPath)
    /// Replaces the alert's body, and adds a member beside `aps` by which the app fetches the rest.
    case replaceBody(with: String, member: String, reference: JSONValue)
}

/// A change that was made to a payload so that it fits.
public struct OverflowChange: Sendable, Hashable {
    /// The step that was taken.
    public let step: OverflowStep
    /// The bytes of the payload's shortest JSON before the step.
    public let byteCountBefore: Int
    /// The bytes of the payload's shortest JSON after the step.
    public let byteCountAfter: Int
}
