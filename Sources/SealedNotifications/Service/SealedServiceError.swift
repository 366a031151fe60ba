import KeyManagement

/// Why a `SealedNotificationService` cannot work.
public enum SealedServiceError: Error, Hashable, Sendable {
    /// The subclass does not override `keys()`.
    case keysNotOverridden
    /// The device was not unlocked since it started, so no key can be read.
    ///
    /// `keys()` throws it for `errSecInteractionNotAllowed` on a phone.
    case beforeFirstUnlock
}

extension SealedServiceError {
    /// What may be told of an error: everything of those that are known to keep secrets to themselves, else the type.
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as KeyError: "\(error)"
        case SealedServiceError.keysNotOverridden: "keys() is not overridden"
        case SealedServiceError.beforeFirstUnlock: "the device was not unlocked since it started"
        default: "keys() threw an error of type \(type(of: error))"
        }
    }
}
