import Foundation
public import PushOpener
import PushPayload
import SealedEnvelope
import StrictJSON
public import UserNotifications

extension OpenedPush {
    /// Carries out the commands of the payload about delivered notifications, and waits until the system has done so.
    ///
    /// A `SealedNotificationService` calls it. An app calls it for a background push, which starts no extension. Nothing is
    /// done for an envelope that does not authenticate its sender. Only notifications of pushes are selected, not those that the
    /// app has added. A thread selects none that was delivered more than a minute after the sealing: a push that is
    /// late does not remove new messages of a conversation. Texts are replaced only if the opener has a replay store, since an
    /// old edit would otherwise replace a newer one.
    ///
    /// - Parameters:
    ///   - request: the identifier of the push's own request, which is never selected.
    ///   - permission: whether a selected notification may change, see `SealedNotificationService.allowsChange(of:by:)`. It is
    ///     called on a thread of the system.
    /// - Returns: the end of the commands and the numbers of notifications; nil if the payload has no commands.
    public func carryOutCommands(
        request: String? = nil,
        allowing permission: @escaping @Sendable (UNNotification) -> Bool = { _ in true }
    ) async -> CommandReport? {
        guard payload.hasCommands else { return nil }
        guard envelope.suite.authenticatesSender else { return CommandReport(.unauthenticated) }
        guard let commands = payload.commands else { return CommandReport(.invalid) }
        let run = CommandRun(
            commands: commands, request: request.map { UTF8Text($0) },
            until: envelope.issuedAt + Double(Message.pastSkew) + 1,
            mayReplace: envelope.replayCheck.isMade, permission: permission)
        return await run.report()
    }
}

/// The commands of one push.
private struct CommandRun: Sendable {
    /// The identifiers of the selected notifications.
    struct Selected: Sendable {
        var removed: [UTF8Text] = []
        var replaced: [UTF8Text] = []
    }

    let commands: NotificationCommands
    let request: UTF8Text?
    /// The first date that is too late for a delivery that a thread selects: the envelope's time is in whole seconds.
    let until: Date
    let mayReplace: Bool
    let permission: @Sendable (UNNotification) -> Bool

    /// A removal takes effect after the method has returned, and is lost if the extension ends before.
    func report() async -> CommandReport {
        let selected = await withDelivered { carryOut(on: $0) }
        func report(_ end: CommandReport.End) -> CommandReport {
            CommandReport(end, removed: selected.removed.count, replaced: selected.replaced.count)
        }
        let end = commands.replace == nil || mayReplace ? CommandReport.End.done : .notReplayChecked
        for _ in 0..<20 {
            if await withDelivered({ isDone(selected, in: $0) }) { return report(end) }
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return report(.cutOff) }
        }
        return report(.unconfirmed)
    }

    /// Calls the closure with the delivered notifications, on the system's thread, since they are not `Sendable`.
    private func withDelivered<Result: Sendable>(
        _ body: @escaping @Sendable ([UNNotification]) -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getDeliveredNotifications { continuation.resume(returning: body($0)) }
        }
    }

    private func carryOut(on notifications: [UNNotification]) -> Selected {
        let center = UNUserNotificationCenter.current()
        var selected = Selected()
        for notification in notifications {
            let identifier = UTF8Text(notification.request.identifier)
            guard request != identifier, let delivered = notification.firstDelivery else {
                continue
            }
            if selects(commands.remove, notification, delivered) {
                selected.removed.append(identifier)
            } else if mayReplace, let replace = commands.replace, selects(replace.selection, notification, delivered),
                let content = notification.request.content.mutableCopy() as? UNMutableNotificationContent
            {
                selected.replaced.append(identifier)
                content.replaceTexts(by: replace.alert)
                content.userInfo[NotificationCommands.memberName] = [deliveredName: delivered.timeIntervalSince1970]
                center.add(UNNotificationRequest(identifier: identifier.string, content: content, trigger: nil))
            }
        }
        center.removeDeliveredNotifications(withIdentifiers: selected.removed.map(\.string))
        return selected
    }

    private func selects(
        _ selection: NotificationSelection?, _ notification: UNNotification, _ delivered: Date
    ) -> Bool {
        guard let selection else { return false }
        let content = notification.request.content
        let payload = try? Payload(userInfo: content.userInfo)
        let isSelected = selection.selects(
            identifier: UTF8Text(notification.request.identifier),
            thread: delivered < until ? UTF8Text(content.threadIdentifier) : nil,
            payload: payload?.root ?? [:])
        return isSelected && permission(notification)
    }

    private func isDone(_ selected: Selected, in notifications: [UNNotification]) -> Bool {
        notifications.allSatisfy { notification in
            let identifier = UTF8Text(notification.request.identifier)
            if selected.removed.contains(identifier) { return false }
            guard let alert = commands.replace?.alert, selected.replaced.contains(identifier) else { return true }
            let wanted = UNMutableNotificationContent()
            wanted.replaceTexts(by: alert)
            let content = notification.request.content
            return [(content.title, wanted.title), (content.subtitle, wanted.subtitle), (content.body, wanted.body)]
                .allSatisfy { UTF8Text($0) == UTF8Text($1) }
        }
    }
}

/// The name of the first delivery, in seconds since 1970, in the member `sealedpush` of a replaced notification.
private let deliveredName = "delivered"

extension UNNotification {
    /// The date of the delivery of a push, also after its texts were replaced; nil for a notification that the app has added.
    fileprivate var firstDelivery: Date? {
        // A push's own member is that of its sender.
        if request.trigger is UNPushNotificationTrigger { return date }
        let marker = request.content.userInfo[NotificationCommands.memberName] as? [AnyHashable: Any]
        return (marker?[deliveredName] as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue) }
    }
}

extension UNMutableNotificationContent {
    /// Replaces the alert's texts, without a sound, a badge or a lit screen, and without attachments, whose files are the system's by now.
    fileprivate func replaceTexts(by alert: Alert) {
        setTexts(of: alert)
        sound = nil
        badge = nil
        attachments = []
        interruptionLevel = .passive
    }
}
