import LocalAPNs
import PushPayload
import Synchronization

/// Routes the status of pushes to phones by device token.
final class PushRouter: Sendable {
    private let inboxes = Mutex<[String: PhoneInbox]>([:])
    /// The newest 200 refused requests that name the token of no phone: unknown tokens, other paths, broadcasts and channels.
    private let strays = Mutex(Newest<PhoneRefusal>(capacity: 200))

    /// Routes a device token to an inbox.
    ///
    /// An inbox may have several tokens.
    func connect(_ token: String, to inbox: PhoneInbox) { inboxes.withLock { $0[token] = inbox } }

    /// Ends the routing of a token that the push service has forgotten.
    func disconnect(_ token: String) { inboxes.withLock { $0[token] = nil } }

    /// Forwards a refused push to the inbox of its token, or keeps it as one that names no phone.
    ///
    /// - Returns: the name of the phone; nil if no inbox has the token.
    func send(_ push: RefusedPush) -> String? {
        guard let token = push.token, let inbox = inboxes.withLock({ $0[token] }) else {
            strays.withLock { $0.append(PhoneRefusal(number: $0.count + 1, push: push, revision: 0)) }
            return nil
        }
        inbox.change { $0.note(push) }
        return inbox.phone
    }

    /// The refused requests that name no phone as JSON for the page, newest first.
    var strayRequests: [JSONObject] { strays.withLock { Array($0.elements) }.reversed().map(\.detailed) }

    /// Forwards the status of a push to the inbox of its token.
    func send(_ push: AcceptedPush, _ status: PushStatus) {
        inboxes.withLock { $0[push.token] }?.note(push, status)
    }
}
