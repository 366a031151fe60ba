import Foundation
import UserNotifications

/// Hands content over once, whichever of the extension's two threads comes first.
///
/// Unchecked because the handler and the content are not `Sendable`: the two methods of a service extension run on two
/// threads, and everything that they share lies behind this lock. Content is put here as an immutable copy, and the
/// handler leaves the lock only once, to be called.
final class Handover: @unchecked Sendable {
    typealias Handler = (UNNotificationContent) -> Void

    private let lock = NSLock()
    private var handler: Handler?
    private var best: UNNotificationContent?
    private var currentReport: SealReport?

    /// What is known about the seal.
    var report: SealReport? { lock.withLock { currentReport } }

    /// Starts with the placeholder as the best content.
    func begin(with placeholder: UNNotificationContent, handler: @escaping Handler) {
        lock.withLock {
            self.handler = handler
            best = placeholder
            currentReport = nil
        }
    }

    /// Replaces the best content and the report together, so that an expiry sees both or neither.
    func improve(to content: UNNotificationContent, report: SealReport) {
        lock.withLock {
            guard handler != nil else { return }
            best = content.copy() as? UNNotificationContent ?? best
            currentReport = report
        }
    }

    /// Keeps the content and notes why.
    func note(_ report: SealReport) {
        lock.withLock {
            guard handler != nil else { return }
            currentReport = report
        }
    }

    /// Calls the handler with the best content, unless that has been done.
    func handOver() {
        let pending: (handler: Handler, content: UNNotificationContent)? = lock.withLock {
            guard let handler, let best else { return nil }
            self.handler = nil
            return (handler, best)
        }
        if let (handler, content) = pending {
            handler(content)
        }
    }
}
