import PhoneState

/// A message from the host to the extension's process.
enum HostMessage: Codable, Sendable {
    struct Push: Codable, Sendable {
        let number: Int
        let identifier: String
        /// The content with the alert's texts as the system localized them.
        let original: FrozenContent
    }

    case push(Push)
    /// The time limit of a push has passed.
    case expire(Int)
    /// A push is settled, and the host no longer waits for it.
    case forget(Int)
    /// The answer to a request to the phone, by its number.
    case phone(Int, PhoneReply)
}

/// A message from the extension's process to the host.
enum ExtensionMessage: Codable {
    /// A message about a push, with the current report of a `SealedNotificationService`.
    case event(number: Int, ExtensionEvent, service: ServiceSummary?)
    /// A request to the phone, whose state is in the host's process.
    case phone(Int, PhoneRequest)
}
