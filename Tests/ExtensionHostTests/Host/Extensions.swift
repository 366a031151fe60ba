import ExtensionHost
import Foundation
import PushPayload
import StrictJSON
import Synchronization
import UserNotifications

extension Payload {
    /// A push that Apple promises to hand to an extension.
    static let ordinary = Payload([
        "aps": ["alert": ["title": "New activity", "body": "Open the app"], "mutable-content": 1, "badge": 2],
        "order": 17,
    ])
}

/// Calls the handler with the content after the closure has changed it.
class Changing: UNNotificationServiceExtension {
    let change: (UNMutableNotificationContent) -> Void

    init(_ change: @escaping (UNMutableNotificationContent) -> Void) {
        self.change = change
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        change(content)
        contentHandler(content)
    }
}

/// Calls the handler several times in the same breath, with "1", "2" and so on as body.
final class Repeating: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        for body in ["1", "2", "3"] {
            let content = UNMutableNotificationContent()
            content.body = body
            contentHandler(content)
        }
    }
}

/// Keeps the handler and calls it only if the time runs out and it was told to.
final class Waiting: UNNotificationServiceExtension {
    let answersAtTheEnd: Bool
    private var handler: ((UNNotificationContent) -> Void)?
    private var best: UNMutableNotificationContent?

    init(answersAtTheEnd: Bool) {
        self.answersAtTheEnd = answersAtTheEnd
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        best = request.content.mutableCopy() as? UNMutableNotificationContent
    }

    override func serviceExtensionTimeWillExpire() {
        guard answersAtTheEnd, let handler, let best else { return }
        best.body = "best attempt"
        handler(best)
    }
}

/// Does not return from `didReceive` before it is let go.
final class Blocking: UNNotificationServiceExtension {
    /// What a test holds: the gate, and the threads on which the two methods ran.
    final class Gate: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let threads = Mutex<[String: ObjectIdentifier]>([:])

        func passed(_ method: String) {
            let thread = ObjectIdentifier(Thread.current)
            threads.withLock { $0[method] = thread }
        }
    }

    let gate: Gate
    let answersFirst: Bool

    init(gate: Gate, answersFirst: Bool) {
        self.gate = gate
        self.answersFirst = answersFirst
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        gate.passed("didReceive")
        if answersFirst { contentHandler(request.content) }
        gate.semaphore.wait()
    }

    override func serviceExtensionTimeWillExpire() {
        gate.passed("expire")
    }
}
