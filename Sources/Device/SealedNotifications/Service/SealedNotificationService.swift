public import KeyManagement
public import PushOpener
public import PushPayload
import StrictJSON
public import UserNotifications

/// A notification service extension that opens sealed pushes.
///
/// Subclass it and override `topic` and `keys()`. A push whose envelope opens is shown with the provider's content, and the
/// envelope is removed from `userInfo`. A push that is refused shows its placeholder, unchanged; `report` gives the
/// reason, the content never does. A push without an envelope is shown unchanged, unless `requiresSealed` is true. The
/// handler is called exactly once; if the time runs out first, with the best content so far. `didHandOver(_:)` follows it.
/// Commands of the payload about delivered notifications (`NotificationCommands`) are carried out before.
///
/// The system calls it on threads of its own. In a target whose default isolation is the main actor, as in new Xcode projects,
/// declare the subclass as `nonisolated class`.
open class SealedNotificationService: UNNotificationServiceExtension {
    private let handovers = Handovers()

    /// The keys of this device, and the provider's pinned public keys.
    ///
    /// Called once for each sealed push. The base class throws `SealedServiceError.keysNotOverridden`.
    ///
    /// - Throws: the reason why the keys are unavailable: a `KeyError` of a key store, or `SealedServiceError.beforeFirstUnlock`
    ///   of an app's own. The placeholder is then shown.
    open func keys() throws -> OpeningKeys {
        throw SealedServiceError.keysNotOverridden
    }

    /// The topic that envelopes are bound to, the app's bundle id (not the extension's); empty unless overridden.
    open var topic: String { "" }

    /// The audience that envelopes are bound to: the account or installation; empty unless overridden.
    open var audience: String { "" }

    /// The opener's settings: the envelope's key, and whether the sender may be unauthenticated.
    open var policy: Opener.Policy { Opener.Policy() }

    /// Whether every push that was not opened shows only the `genericAlert`; false unless overridden.
    ///
    /// An app whose provider seals every push returns true, so that an intermediary cannot show its own text. The text
    /// that the system shows when the extension cannot run is not affected.
    open var requiresSealed: Bool { false }

    /// The alert of an opened push whose payload has no alert text, such as a badge or a sound only; under
    /// `requiresSealed` also the alert of a push that was not opened.
    ///
    /// "New notification" unless overridden. Localization keys are looked up like those of a payload.
    open var genericAlert: Alert { Alert(title: "New notification") }

    /// Whether the extension has the entitlement `com.apple.developer.usernotifications.filtering`; false unless overridden.
    ///
    /// With it, a push of an authenticated sender that has commands and neither an alert nor a sound shows nothing; its badge is set. Without it, the
    /// system shows the push that arrived in place of nothing, so such a push shows the `genericAlert`.
    open var hasFilteringEntitlement: Bool { false }

    /// Whether the commands of a push may remove or replace a delivered notification; true unless overridden.
    ///
    /// Every sender that the keys accept may send commands. An app with several accounts or providers returns false for a
    /// notification of another one. Called for each notification that the commands select, on a thread of the system, before
    /// the content is handed over.
    open func allowsChange(of notification: UNNotification, by push: OpenedPush) -> Bool { true }

    /// The steps that improve the content of an opened push; none unless overridden.
    ///
    /// A push that shows nothing, see `hasFilteringEntitlement`, runs none.
    /// The quick stages run before the slow ones. The content is kept after each, so that an expiry shows the best so
    /// far. Without stages and commands the handler is called before `didReceive(_:withContentHandler:)` returns.
    open var stages: [NotificationStage] { [] }

    /// The sealed attachments that the extension fetches and shows; none unless overridden.
    ///
    /// The thumbnails in the push are attached before the quick stages, and the files before the slow ones. A push whose attachments
    /// fail, or take until five seconds before the end of the extension's time, is shown with its text and its thumbnails; the
    /// codes are in ``ServiceReport/attachments``.
    open var attachmentPolicy: AttachmentPolicy? { nil }

    /// The store of opened envelopes; none unless overridden, so that replays are not detected.
    open var replayStore: (any ReplayStore)? { nil }

    /// The store of the provider's sequence numbers; none unless overridden, so that missed pushes are not counted.
    open var sequenceStore: (any SequenceStore)? { nil }

    /// The clock by which a push expires; a test overrides it.
    open var clock: WallClock { .system }

    /// The result of opening the seal, from any thread; nil before the notification was inspected.
    public final var report: SealReport? { handovers.report?.seal }

    /// The report of the latest notification: the seal, missed pushes and stages, from any thread; nil before one.
    public final var serviceReport: ServiceReport? { handovers.report }

    /// Takes the report of a notification after its content was handed over; does nothing unless overridden.
    ///
    /// The place to keep ``ServiceReport/keyReports`` for the app, which sends them to the provider. Called once for each
    /// call of `didReceive(_:withContentHandler:)`, after the content handler returned and on the thread that called it: that of
    /// `didReceive(_:withContentHandler:)`, that of the last stage, or that of `serviceExtensionTimeWillExpire()`. It
    /// can neither delay nor change the content. The system may suspend the extension at any time after the handler's call, so write a
    /// file and return within milliseconds; do not wait for the network. A report that is lost is made again for the next push.
    ///
    /// Any sender that knows the device token can cause reports, since an envelope names its keys in the clear. Keep only the
    /// latest report about each subject, and let the app send at most one of each per hour.
    open func didHandOver(_ report: ServiceReport) {}

    /// Opens the envelope, applies the payload in it, runs the stages and hands the content over.
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let attachments = attachmentPolicy
        let time = attachments?.begin()
        let isSealed = !envelope(in: request).isEmpty
        // The hook keeps the object until the content is handed over.
        let handover = Handover(
            requiresSealed ? generic(request) : request.content, of: request.identifier, handler: contentHandler,
            hook: didHandOver, permission: allowsChange(of:by:))
        handovers.begin(handover)
        guard isSealed else {
            handover.improve { $0.seal = requiresSealed ? .sealRequired : .notSealed }
            return handover.handOver()
        }
        handover.improve { $0.seal = .pending }
        guard let push = open(request, for: handover) else { return handover.handOver() }
        let stages =
            isSilent(push)
            ? []
            : AttachmentStages.stages(of: push, policy: attachments, in: time, handover: handover) + stages
        let run = StageRun(stages: stages, push: push, handover: handover)
        let hasCommands = push.payload.hasCommands
        guard hasCommands || !run.stages.isEmpty else { return handover.handOver() }
        if hasCommands { handover.improve { $0.commands = CommandReport(.cutOff) } }
        let identifier = request.identifier
        handover.attach(
            Task {
                // Before the content, since the system may suspend the extension as soon as it has that.
                let commands = await push.carryOutCommands(
                    request: identifier, allowing: { handover.allowsChange(of: $0, by: push) })
                handover.improve { $0.commands = commands }
                await run.run()
            })
    }

    /// Hands over the best content so far.
    open override func serviceExtensionTimeWillExpire() {
        handovers.handOver()
    }

    /// Opens the envelope and makes its payload the best content; returns nil if it is refused.
    private func open(_ request: UNNotificationRequest, for handover: Handover) -> OpenedPush? {
        let keys: OpeningKeys
        let opener: Opener
        do {
            keys = try self.keys()
            opener = try Opener(
                keys: keys, topic: topic, audience: audience, policy: policy, clock: clock, replayStore: replayStore)
        } catch {
            handover.improve { $0.seal = .keysUnavailable(SealedServiceError.reason(of: error)) }
            return nil
        }
        do {
            let payload = try Payload(userInfo: request.content.userInfo)
            let push = try opener.open(payload, request: request.identifier)
            // Nothing from the clear part is kept: content without text shows the app's own generic text.
            let content: UNMutableNotificationContent
            if isSilent(push) {
                content = UNMutableNotificationContent()
                if let badge = push.payload.aps.badge {
                    UNUserNotificationCenter.current().setBadgeCount(max(0, badge))
                }
            } else {
                content = generic(request)
                content.apply(push.payload)
            }
            let missed = missedPushes(before: push)
            handover.improve(to: content) {
                $0.seal = .opened(push)
                $0.keyReports = keys.reports(on: push, at: clock.now)
                $0.missedPushes = missed.count
                switch push.envelope.replayCheck {
                case .failed: $0.storeProblem = "the replay store cannot be used, so replays were not detected"
                case .madeInFullStore: $0.storeProblem = "the replay store is full, so an older push can be shown again"
                case .made, .noStore: $0.storeProblem = missed.problem
                }
            }
            return push
        } catch let refusal as Refusal {
            let report = keys.report(on: refusal, at: clock.now)
            handover.improve {
                $0.seal = .refused(refusal)
                $0.keyReports = [report].compactMap { $0 }.filter { $0.action != .ignore }
            }
        } catch {
            handover.improve { $0.seal = .unreadable }
        }
        return nil
    }

    /// Whether a push shows nothing.
    private func isSilent(_ push: OpenedPush) -> Bool { hasFilteringEntitlement && push.hasOnlyCommands }

    private func missedPushes(before push: OpenedPush) -> (count: UInt64?, problem: String?) {
        guard let store = sequenceStore, let sequence = push.envelope.sequence else { return (nil, nil) }
        let stream = SequenceStream(
            sender: push.envelope.sender, recipient: push.envelope.recipient, topic: topic, audience: audience)
        do {
            return (try store.note(sequence, of: stream), nil)
        } catch {
            return (nil, "the sequence store cannot be used, so missed pushes were not counted")
        }
    }

    /// Returns generic content with only the envelope in its `userInfo`, so that the app can try again.
    private func generic(_ request: UNNotificationRequest) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "New notification"
        content.apply(Payload(alert: genericAlert))
        content.userInfo = envelope(in: request)
        return content
    }

    private func envelope(in request: UNNotificationRequest) -> [AnyHashable: Any] {
        let envelopeKey = policy.envelopeKey
        return request.content.userInfo.filter { entry in
            (entry.key.base as? String).map { UTF8Text($0) == UTF8Text(envelopeKey) } ?? false
        }
    }
}

extension OpenedPush {
    /// Whether the push has commands that can be carried out, and nothing to show or to play.
    fileprivate var hasOnlyCommands: Bool {
        envelope.suite.authenticatesSender && payload.commands != nil && payload.aps.alert == nil
            && payload.aps.sound == nil
    }
}

/// The reason why a `SealedNotificationService` cannot open pushes.
public enum SealedServiceError: Error, Hashable, Sendable {
    /// The subclass does not override `keys()`.
    case keysNotOverridden
    /// The device was not unlocked since it started; for an app's own key store, when it gets `errSecInteractionNotAllowed`.
    case beforeFirstUnlock

    /// Returns the reason of error types that contain no secrets, otherwise only the type.
    fileprivate static func reason(of error: any Error) -> String {
        switch error {
        case let error as KeyError: error.reason
        case Self.keysNotOverridden: "keys() is not overridden"
        case Self.beforeFirstUnlock: "the device was not unlocked since it started"
        default: "keys() threw an error of type \(type(of: error))"
        }
    }
}
