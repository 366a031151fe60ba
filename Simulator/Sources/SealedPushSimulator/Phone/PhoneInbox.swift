import ExtensionHost
import LocalAPNs
import Synchronization

/// What has come to a phone: the service puts it in, the phone takes it out, and anybody may look.
///
/// A push is in it before its provider has the answer, so a test that has an answer finds the push.
final class PhoneInbox: Sendable {
    /// The pushes that arrive, in the order in which they were accepted.
    let arrivals: AsyncStream<AcceptedPush>
    /// Tells of every change.
    let changes = Signals()

    private let arrival: AsyncStream<AcceptedPush>.Continuation
    private let history = Mutex(PhoneHistory())

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(of: AcceptedPush.self)
    }

    /// Takes note of what became of a push at Apple's.
    func note(_ push: AcceptedPush, _ fate: PushFate) {
        change { $0.note(push, fate) }
        if fate == .delivered { arrival.yield(push) }
    }

    /// Takes note of what the phone made of a push.
    func settle(_ push: AcceptedPush, as delivery: Delivery) {
        change { $0.settle(push, as: delivery) }
    }

    /// Takes every notification off the lock screen.
    func clear() {
        change { $0.clear() }
    }

    /// Looks at what has come.
    func read<Result>(_ body: (borrowing PhoneHistory) -> Result) -> Result {
        history.withLock { body($0) }
    }

    /// Ends arrivals and changes.
    func finish() {
        arrival.finish()
        changes.finish()
    }

    private func change(_ body: (inout PhoneHistory) -> Void) {
        history.withLock { body(&$0) }
        changes.send()
    }
}
