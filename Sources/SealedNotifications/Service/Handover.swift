import Foundation
import UserNotifications

/// Hands the content of one call over exactly once, from any of the extension's threads.
///
/// Unchecked because the handler and the content are not `Sendable`: the lock guards both, and content is an immutable
/// copy.
final class Handover: @unchecked Sendable {
    typealias Handler = (UNNotificationContent) -> Void

    private let lock = NSLock()
    private var handler: Handler?
    private var best: UNNotificationContent
    private var account = ServiceReport()
    private var stages: Task<Void, Never>?

    /// Takes the content that is shown if no better content follows.
    init(_ content: UNNotificationContent, handler: @escaping Handler) {
        best = content.frozenCopy()
        self.handler = handler
    }

    var report: ServiceReport { lock.withLock { account } }

    var isOver: Bool { lock.withLock { handler == nil } }

    /// An editable copy of the best content.
    var draft: UNMutableNotificationContent {
        UNMutableNotificationContent(fields: lock.withLock { best.fields })
    }

    /// Replaces the best content, if `content` is not nil, and changes the report, unless the content was handed over.
    func improve(to content: UNNotificationContent? = nil, _ change: (inout ServiceReport) -> Void) {
        lock.withLock {
            guard handler != nil else { return }
            best = content?.frozenCopy() ?? best
            change(&account)
        }
    }

    /// Cancels the stages as soon as the content is handed over.
    func attach(_ task: Task<Void, Never>) {
        let isOver = lock.withLock {
            stages = task
            return handler == nil
        }
        if isOver { task.cancel() }
    }

    /// Calls the handler with the best content, unless it was called before.
    func handOver() {
        let (handler, content, stages) = lock.withLock {
            defer { self.handler = nil }
            return (self.handler, best, self.stages)
        }
        guard let handler else { return }
        stages?.cancel()
        handler(content)
    }
}

/// The calls of one extension object that are not handed over yet; usually one, but Apple does not guarantee an object
/// for each push.
///
/// Unchecked because the lock guards all of its state.
final class Handovers: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: Handover?
    private var pending: [Handover] = []

    var report: ServiceReport? { lock.withLock { latest }?.report }

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
