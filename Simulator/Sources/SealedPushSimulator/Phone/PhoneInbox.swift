import ExtensionHost
import Foundation
import LocalAPNs
import PhoneState
import PushPayload
import Synchronization

/// The thread-safe queue and history between the service and a phone.
///
/// A push is recorded before its provider receives the answer, so a test that has the answer finds the push.
final class PhoneInbox: Sendable {
    /// The phone's name.
    let phone: String
    /// The delivered pushes for the extension, in the order of acceptance.
    let arrivals = AsyncStream.makeStream(of: AcceptedPush.self)
    /// The delivered pushes of Live Activities, in the order of acceptance.
    let activityArrivals = AsyncStream.makeStream(of: AcceptedPush.self)
    /// The notifier of changes of the history.
    let changes = ChangeNotifier()

    private let history = Mutex(PhoneHistory())

    init(of phone: String) { self.phone = phone }

    /// Records the status of a push at the service.
    func note(_ push: AcceptedPush, _ status: PushStatus) {
        change { $0.note(push, status) }
        guard status == .delivered else { return }
        (push.pushType == .liveactivity ? activityArrivals : arrivals).continuation.yield(push)
    }

    /// Changes the history under its lock, and notifies the pages.
    func change(_ body: (inout PhoneHistory) -> Void) {
        history.withLock { body(&$0) }
        changes.send()
    }

    /// Marks stale Live Activities and removes dismissed ones.
    func advanceActivities(to now: Date) {
        if history.withLock({ $0.advanceActivities(to: now) }) { changes.send() }
    }

    /// Reads the history under its lock.
    func read<Result>(_ body: (borrowing PhoneHistory) throws -> Result) rethrows -> Result {
        try history.withLock { try body($0) }
    }

    /// Ends the streams of arrivals and changes.
    func finish() {
        arrivals.continuation.finish()
        activityArrivals.continuation.finish()
        changes.finish()
    }
}
