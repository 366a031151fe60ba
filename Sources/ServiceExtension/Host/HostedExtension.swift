import Foundation
import Synchronization
import UserNotifications

/// The only type through which several threads reach an extension object.
///
/// Apple's class is not `Sendable`, although its two methods are called on two threads. An extension must guard its own
/// state, here as on a phone. The object is therefore passed on unchecked. The host itself uses only the two methods
/// and the report of a `SealedNotificationService`, which has a lock.
final class HostedExtension: Sendable {
    private struct Reference: @unchecked Sendable {
        let object: UNNotificationServiceExtension
    }

    private let reference = Mutex<Reference?>(nil)

    /// Keeps the object; called once, on the thread that created it.
    func hold(_ object: UNNotificationServiceExtension) {
        let held = Reference(object: object)
        reference.withLock { $0 = held }
    }

    /// The current report of a `SealedNotificationService`; nil for any other extension.
    var report: ServiceReport? { (object as? SealedNotificationService)?.serviceReport }

    /// The object; nil before it is created.
    var object: UNNotificationServiceExtension? {
        reference.withLock { $0 }?.object
    }
}

/// An extension in this process.
struct InProcessSite: RunSite {
    let judge: Judge
    let identifier: String
    let make: @Sendable () -> UNNotificationServiceExtension
    let hosted = HostedExtension()

    func call(report: @escaping @Sendable (RunEvent) -> Void) {
        onNewThread(named: "didReceive") { [judge, identifier, make, hosted] in
            let object = make()
            (object as? SealedNotificationService)?.wasUnlocked = judge.policy.wasUnlocked
            hosted.hold(object)
            report(.called)
            let request = UNNotificationRequest(
                identifier: identifier, content: judge.push.original.content, trigger: UNPushNotificationTrigger())
            object.didReceive(request) { content in
                report(.answered(FrozenContent(content, original: judge.push.original)))
            }
            report(.returned)
        }
    }

    func callExpiry(report: @escaping @Sendable (RunEvent) -> Void) {
        onNewThread(named: "serviceExtensionTimeWillExpire") { [hosted] in
            report(.expiryCalled)
            hosted.object?.serviceExtensionTimeWillExpire()
            report(.expiryReturned)
        }
    }

    var service: (summary: ServiceSummary, report: SealReport?)? {
        hosted.report.map { (ServiceSummary($0), $0.seal) }
    }

    /// A method that never returns keeps its thread.
    func settled(stillRunning: Bool) {}
}

/// Runs the body on a new thread, so that an extension that blocks does not block anything else.
///
/// The stack has 4 MiB: comparing and freeing nested JSON recurses up to 512 levels.
func onNewThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
}
