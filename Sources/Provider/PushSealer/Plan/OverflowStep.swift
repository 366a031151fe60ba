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

extension OverflowStep {
    /// Refuses a step that can change no payload, before one is too large and the step is needed.
    func check() throws(SealError) {
        switch self {
        case .shorten(let path) where !path.mayHoldText:
            throw SealError(
                .invalidOverflow, "there is no text to shorten at \(path), by the types that Apple documents")
        case .drop(let path) where !path.mayExist:
            throw SealError(
                .invalidOverflow, "there is no member to drop at \(path), by the types that Apple documents")
        case .replaceBody(_, let member, _) where UTF8Text(member) == "aps":
            throw SealError(.invalidOverflow, "the reference is a member beside aps and cannot have its name")
        case .shorten, .drop, .replaceBody: break
        }
    }
}

extension OverflowStep: CustomStringConvertible {
    /// The kind of the step and its path, without the texts that it writes.
    public var description: String {
        switch self {
        case .shorten(let path): "shorten \(path)"
        case .drop(let path): "drop \(path)"
        case .replaceBody(_, let member, _): "replace the body, reference \(member)"
        }
    }
}
