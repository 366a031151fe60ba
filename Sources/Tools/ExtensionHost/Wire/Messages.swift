import PhoneState
import PushPayload

/// A message from the host to the extension's process.
enum HostMessage: Codable, Sendable {
    struct Push: Codable, Sendable {
        let number: Int
        let identifier: String
        let payload: JSONText
        /// The alert's texts as the system localized them.
        let title: String
        let subtitle: String
        let body: String
        let userInfoHasAPS: Bool
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
    case event(number: Int, Event, service: ServiceSummary?)
    /// A request to the phone, whose state is in the host's process.
    case phone(Int, PhoneRequest)

    /// An event of the extension's methods.
    enum Event: Codable {
        case called
        case returned
        case answered(ContentMessage)
        case expiryCalled
        case expiryReturned
    }
}

extension ExtensionMessage.Event {
    /// Takes an event of a call; nil for the host's own events.
    init?(_ event: RunEvent) {
        switch event {
        case .called: self = .called
        case .returned: self = .returned
        case .answered(let content): self = .answered(ContentMessage(content))
        case .expiryCalled: self = .expiryCalled
        case .expiryReturned: self = .expiryReturned
        case .timeOver, .graceOver, .ended: return nil
        }
    }

    /// The event for the run; nil if its content is not valid.
    var runEvent: RunEvent? {
        switch self {
        case .called: .called
        case .returned: .returned
        case .answered(let message): message.content.map { .answered($0) }
        case .expiryCalled: .expiryCalled
        case .expiryReturned: .expiryReturned
        }
    }
}
