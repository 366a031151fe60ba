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

    /// What a `SealedNotificationService` reports until now, nil for any other extension.
    var report: ServiceReport? { (object as? SealedNotificationService)?.serviceReport }

    /// The object, once it is made.
    var object: UNNotificationServiceExtension? {
        reference.withLock { $0 }?.object
    }
}

/// An extension in this process.
struct InProcessSite: RunSite {
    let judge: Judge
    let identifier: String
    let make: @Sendable () -> UNNotificationServiceExtension
    /// Whether the task that asks for the call waits for its end.
    var isAwaited = false
    let hosted = HostedExtension()

    func call(report: @escaping @Sendable (RunEvent) -> Void) {
        let body: @Sendable () -> Void = { [judge, identifier, make, hosted] in
            let object = make()
            (object as? SealedNotificationService)?.wasUnlocked = judge.policy.wasUnlocked
            hosted.hold(object)
            report(.called)
            let request = UNNotificationRequest(
                identifier: identifier, content: judge.push.original.content, trigger: UNPushNotificationTrigger())
            object.didReceive(request) { content in
                report(.answered(FrozenContent(content, original: judge.push.original)))
            }
        }
        CallThreads.shared.make(CallThreads.Call(body: body) { report(.returned) }, isAwaited: isAwaited)
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

/// Runs the body on a new thread, so that an extension that blocks holds up nothing but itself.
///
/// The stack has 4 MiB: comparing and freeing nested JSON recurses up to 512 levels.
func onNewThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
}
