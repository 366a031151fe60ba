import LocalAPNs
import Synchronization

/// Hands what became of pushes to the phones that they are for.
final class PushRouter: Sendable {
    private let inboxes = Mutex<[String: PhoneInbox]>([:])

    /// Hands what is sent to a device token to an inbox from now on; a phone may have had several tokens.
    func connect(_ token: String, to inbox: PhoneInbox) {
        inboxes.withLock { $0[token] = inbox }
    }

    /// Hands on what became of a push.
    func send(_ push: AcceptedPush, _ fate: PushFate) {
        inboxes.withLock { $0[push.token] }?.note(push, fate)
    }
}
