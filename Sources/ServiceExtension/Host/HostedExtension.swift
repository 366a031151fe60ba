import Foundation
import Synchronization
import UserNotifications

/// The one place where an extension object is reached from several threads.
///
/// Apple's class is not `Sendable`, and yet its two methods are called on two threads: guarding its own state is the
/// extension's business, here as on a phone. So the object is passed on unchecked, and the host itself touches nothing
/// of it but the two methods and the report of a `SealedNotificationService`, which has a lock.
final class HostedExtension: Sendable {
    private struct Reference: @unchecked Sendable {
        let object: UNNotificationServiceExtension
    }

    private let reference = Mutex<Reference?>(nil)

    /// Keeps the object; called once, on the thread that made it.
    func hold(_ object: UNNotificationServiceExtension) {
        let held = Reference(object: object)
        reference.withLock { $0 = held }
    }

    /// The object, once it is made.
    var object: UNNotificationServiceExtension? {
        reference.withLock { $0 }?.object
    }
}

/// Runs the body on a new thread, so that an extension that blocks holds up nothing but itself.
///
/// The stack has 4 MiB: comparing and freeing nested JSON recurses up to 512 levels.
func onNewThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
}
