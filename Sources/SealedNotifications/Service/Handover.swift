import Foundation
import UserNotifications

/// Hands the content of one call over once, whichever of the extension's threads comes first.
///
/// Unchecked because the handler and the content are not `Sendable`: the two methods of a service extension and its
/// stages run on several threads, and everything that they share lies behind this lock. Content is put here as an
/// immutable copy, and the handler leaves the lock only once, to be called.
final class Handover: @unchecked Sendable {
    typealias Handler = (UNNotificationContent) -> Void

    private let lock = NSLock()
    private var handler: Handler?
    private var best: UNNotificationContent
    private var account = ServiceReport()
    private var stages: Task<Void, Never>?

    /// Starts with the content that is shown if nothing better comes.
    init(_ content: UNNotificationContent, handler: @escaping Handler) {
        best = content.frozenCopy()
        self.handler = handler
    }

    /// What is known about the call.
    var report: ServiceReport { lock.withLock { account } }

    /// Whether the content was handed over, so that all further work is for nothing.
    var isOver: Bool { lock.withLock { handler == nil } }

    /// An editable copy of the best content.
    var draft: UNMutableNotificationContent {
        UNMutableNotificationContent(fields: lock.withLock { best.fields })
    }

    /// Replaces the best content, if there is any, and changes the report together, so that an expiry sees both or
    /// neither; does nothing after the content was handed over.
    func improve(to content: UNNotificationContent? = nil, _ change: (inout ServiceReport) -> Void) {
        lock.withLock {
            guard handler != nil else { return }
            best = content?.frozenCopy() ?? best
            change(&account)
        }
    }

    /// Has the stages cancelled as soon as the content is handed over.
    func attach(_ task: Task<Void, Never>) {
        let isOver = lock.withLock {
            stages = task
            return handler == nil
        }
        if isOver { task.cancel() }
    }

    /// Calls the handler with the best content, unless that has been done.
    func handOver() {
        let pending = lock.withLock {
            () -> (handler: Handler, content: UNNotificationContent, stages: Task<Void, Never>?)? in
            guard let handler else { return nil }
            self.handler = nil
            return (handler, best, stages)
        }
        guard let (handler, content, stages) = pending else { return }
        stages?.cancel()
        handler(content)
    }
}

/// The calls of one extension object that are not handed over yet; nearly always one.
///
/// The system makes an object for each push, as far as anyone has seen, but promises nothing: a second call must not
/// swallow the handler of the first.
final class Handovers: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: Handover?
    private var pending: [Handover] = []

    /// What is known about the latest call; nil before the first.
    var report: ServiceReport? { lock.withLock { latest }?.report }

    /// Takes note of a call.
    func begin(_ handover: Handover) {
        lock.withLock {
            pending.removeAll(where: \.isOver)
            pending.append(handover)
            latest = handover
        }
    }

    /// Hands over the best content of every call.
    func handOver() {
        let calls = lock.withLock {
            defer { pending = [] }
            return pending
        }
        for call in calls { call.handOver() }
    }
}
