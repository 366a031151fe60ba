import Foundation
import PushOpener
import UserNotifications

/// Hands the content of one call over exactly once, from any of the extension's threads, and then its report to the hook.
///
/// Unchecked because the handler and the content are not `Sendable`: the lock guards both, and content is an immutable
/// copy.
final class Handover: @unchecked Sendable {
    typealias Handler = (UNNotificationContent) -> Void
    typealias Hook = (ServiceReport) -> Void
    typealias Permission = (UNNotification, OpenedPush) -> Bool

    private let lock = NSLock()
    private var receivers: (handler: Handler, hook: Hook, permission: Permission)?
    private var best: UNNotificationContent
    private var account: ServiceReport
    private var stages: Task<Void, Never>?

    /// Takes the content that is shown if no better content follows.
    ///
    /// Keeps the closures until the content is handed over.
    init(
        _ content: UNNotificationContent, of request: String, handler: @escaping Handler, hook: @escaping Hook,
        permission: @escaping Permission
    ) {
        best = content.copy() as? UNNotificationContent ?? content
        account = ServiceReport(request: request)
        receivers = (handler, hook, permission)
    }

    var report: ServiceReport { lock.withLock { account } }

    var isOver: Bool { lock.withLock { receivers == nil } }

    /// An editable copy of the best content; nil if the content has none, which Apple's types do not say.
    var draft: UNMutableNotificationContent? {
        lock.withLock { best.mutableCopy() as? UNMutableNotificationContent }
    }

    /// Replaces the best content, if `content` is not nil, and changes the report, unless the content was handed over.
    func improve(to content: UNNotificationContent? = nil, _ change: (inout ServiceReport) -> Void) {
        lock.withLock {
            guard receivers != nil else { return }
            best = content?.copy() as? UNNotificationContent ?? best
            change(&account)
        }
    }

    /// Whether a push's commands may change a notification; none after the content was handed over.
    func allowsChange(of notification: UNNotification, by push: OpenedPush) -> Bool {
        lock.withLock { receivers?.permission }?(notification, push) ?? false
    }

    /// Cancels the stages as soon as the content is handed over.
    func attach(_ task: Task<Void, Never>) {
        lock.withLock { stages = task }
        if isOver { task.cancel() }
    }

    /// Calls the handler with the best content, then the hook, unless they were called before.
    func handOver() { show()?() }

    /// Calls the handler with the best content, unless it was called before; returns the call of the hook, which follows.
    func show() -> (() -> Void)? {
        let (receivers, content, report, stages) = lock.withLock {
            defer { self.receivers = nil }
            return (self.receivers, best, account, self.stages)
        }
        guard let receivers else { return nil }
        stages?.cancel()
        receivers.handler(content)
        return { receivers.hook(report) }
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

    /// Hands over the best content of every call, and only then calls the hooks.
    func handOver() {
        let calls = lock.withLock {
            defer { pending = [] }
            return pending
        }
        for hook in calls.map({ $0.show() }) { hook?() }
    }
}
