import Foundation
import PhoneState
import Synchronization
import UserNotifications

/// A call of an extension for one push, in this process or in another.
protocol ExtensionCall: Sendable {
    /// Creates the extension and calls `didReceive`; the closure receives its events on any thread.
    func start(report: @escaping @Sendable (RunEvent) -> Void)

    /// Calls `serviceExtensionTimeWillExpire()` on another thread than `didReceive`.
    func expire(report: @escaping @Sendable (RunEvent) -> Void)

    /// The current report of a `SealedNotificationService`; the full one is available only in this process.
    var service: (summary: ServiceSummary, report: SealReport?)? { get }

    /// Called when the host no longer waits for the extension.
    func settled(stillRunning: Bool)
}

/// A call of an extension in this process.
final class InProcessCall: ExtensionCall {
    // Unchecked: Apple's class is not `Sendable`, although its two methods are called on two threads; an extension must
    // guard its own state. The host uses only them and the report of a `SealedNotificationService`, which has a lock.
    private struct Reference: @unchecked Sendable {
        let object: UNNotificationServiceExtension
    }

    private let identifier: String
    private let original: FrozenContent
    private let phone: Phone
    private let make: @Sendable () -> UNNotificationServiceExtension
    private let reference = Mutex<Reference?>(nil)

    init(
        identifier: String, original: FrozenContent, phone: Phone,
        make: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.identifier = identifier
        self.original = original
        self.phone = phone
        self.make = make
    }

    /// The extension; nil before it is created.
    var object: UNNotificationServiceExtension? { reference.withLock { $0 }?.object }

    func start(report: @escaping @Sendable (RunEvent) -> Void) {
        onNewThread(named: "didReceive", on: phone) { [self, original] in
            let object = make()
            let created = Reference(object: object)
            reference.withLock { $0 = created }
            report(.of(.called))
            let request = UNNotificationRequest(
                identifier: identifier, content: original.content, trigger: UNPushNotificationTrigger())
            object.didReceive(request) { report(.of(.answered(FrozenContent($0, original: original)))) }
            report(.of(.returned))
        }
    }

    func expire(report: @escaping @Sendable (RunEvent) -> Void) {
        onNewThread(named: "serviceExtensionTimeWillExpire", on: phone) { [self] in
            report(.of(.expiryCalled))
            object?.serviceExtensionTimeWillExpire()
            report(.of(.expiryReturned))
        }
    }

    var service: (summary: ServiceSummary, report: SealReport?)? {
        (object as? SealedNotificationService)?.serviceReport.map { (ServiceSummary($0), $0.seal) }
    }

    /// A method that never returns keeps its thread.
    func settled(stillRunning: Bool) {}
}

/// Runs the body on a new thread, with a stack of 4 MiB: comparing and freeing nested JSON recurses up to 512 levels.
func onNewThread(named name: String, on phone: Phone? = nil, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread { phone.map { $0.perform(body) } ?? body() }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
}
