import KeyManagement

/// The reason why a `SealedNotificationService` cannot open pushes.
public enum SealedServiceError: Error, Hashable, Sendable {
    /// The subclass does not override `keys()`.
    case keysNotOverridden
    /// The device was not unlocked since it started, so no key can be read.
    ///
    /// `keys()` throws it for `errSecInteractionNotAllowed` on a phone.
    case beforeFirstUnlock
}

extension SealedServiceError {
    /// Returns the text for an error: the reason of error types that contain no secrets, otherwise only the
    /// type.
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as KeyError: error.reason
        case SealedServiceError.keysNotOverridden: "keys() is not overridden"
        case SealedServiceError.beforeFirstUnlock: "the device was not unlocked since it started"
        default: "keys() threw an error of type \(type(of: error))"
        }
    }
}
