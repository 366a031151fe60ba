import LocalAPNs
import Synchronization

/// Routes the status of pushes to phones by device token.
final class PushRouter: Sendable {
    private let inboxes = Mutex<[String: PhoneInbox]>([:])

    /// Routes a device token to an inbox.
    ///
    /// An inbox may have several tokens.
    func connect(_ token: String, to inbox: PhoneInbox) { inboxes.withLock { $0[token] = inbox } }

    /// Ends the routing of a token that the push service has forgotten.
    func disconnect(_ token: String) { inboxes.withLock { $0[token] = nil } }

    /// Forwards a refused push to the inbox of its token.
    ///
    /// - Returns: the name of the phone; nil if no inbox has the token.
    func send(_ push: RefusedPush) -> String? {
        guard let token = push.token, let inbox = inboxes.withLock({ $0[token] }) else { return nil }
        inbox.change { $0.note(push) }
        return inbox.phone
    }

    /// Forwards the status of a push to the inbox of its token.
    func send(_ push: AcceptedPush, _ status: PushStatus) {
        inboxes.withLock { $0[push.token] }?.note(push, status)
    }
}
