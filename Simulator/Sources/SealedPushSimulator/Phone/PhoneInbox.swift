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
    let arrivals: AsyncStream<AcceptedPush>
    /// The delivered pushes of Live Activities, in the order of acceptance.
    let activityArrivals: AsyncStream<AcceptedPush>
    /// The notifier of changes of the history.
    let changes = ChangeNotifier()

    private let arrival: AsyncStream<AcceptedPush>.Continuation
    private let activityArrival: AsyncStream<AcceptedPush>.Continuation
    private let history = Mutex(PhoneHistory())

    init(of phone: String) {
        self.phone = phone
        (arrivals, arrival) = AsyncStream.makeStream(of: AcceptedPush.self)
        (activityArrivals, activityArrival) = AsyncStream.makeStream(of: AcceptedPush.self)
    }

    /// Records the status of a push at the service.
    func note(_ push: AcceptedPush, _ status: PushStatus) {
        change { $0.note(push, status) }
        if status == .delivered { (push.pushType == .liveactivity ? activityArrival : arrival).yield(push) }
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
    func read<Result>(_ body: (borrowing PhoneHistory) -> Result) -> Result {
        history.withLock { body($0) }
    }

    /// Ends the streams of arrivals and changes.
    func finish() {
        arrival.finish()
        activityArrival.finish()
        changes.finish()
    }
}
