import Foundation
import Synchronization
package import UserNotifications

/// The only type through which several threads reach an extension object.
///
/// Apple's class is not `Sendable`, although its two methods are called on two threads. An extension must guard its own
/// state, here as on a phone. The object is therefore passed on unchecked. The host itself uses only the two methods
/// and the report of a `SealedNotificationService`, which has a lock.
package final class HostedExtension: Sendable {
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
    package var report: ServiceReport? { (object as? SealedNotificationService)?.serviceReport }

    /// The object; nil before it is created.
    package var object: UNNotificationServiceExtension? {
        reference.withLock { $0 }?.object
    }
}

/// An extension in this process.
package struct InProcessSite: RunSite {
    let judge: Judge
    let identifier: String
    let make: @Sendable () -> UNNotificationServiceExtension
    package let hosted = HostedExtension()

    package init(judge: Judge, identifier: String, make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.judge = judge
        self.identifier = identifier
        self.make = make
    }

    package func call(report: @escaping @Sendable (RunEvent) -> Void) {
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

    package func callExpiry(report: @escaping @Sendable (RunEvent) -> Void) {
        onNewThread(named: "serviceExtensionTimeWillExpire") { [hosted] in
            report(.expiryCalled)
            hosted.object?.serviceExtensionTimeWillExpire()
            report(.expiryReturned)
        }
    }

    package var service: (summary: ServiceSummary, report: SealReport?)? {
        hosted.report.map { (ServiceSummary($0), $0.seal) }
    }

    /// A method that never returns keeps its thread.
    package func settled(stillRunning: Bool) {}
}

/// Runs the body on a new thread, so that an extension that blocks does not block anything else.
///
/// The stack has 4 MiB: comparing and freeing nested JSON recurses up to 512 levels.
package func onNewThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
}
