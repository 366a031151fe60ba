public import KeyManagement
public import PushOpener
import PushPayload
public import UserNotifications

/// A notification service extension that opens sealed pushes.
///
/// Subclass it and override `keys()`. A push whose envelope opens is shown as its provider meant it, and the envelope is
/// gone from `userInfo`. A push that is refused for whatever reason shows its placeholder, untouched; why is told by
/// `report` and never by the content. A push without an envelope is shown as it came. The handler is called exactly
/// once; if the time runs out first, with the best content so far.
open class SealedNotificationService: UNNotificationServiceExtension {
    private let handover = Handover()

    /// The keys of this device, and the provider's public keys that are pinned here.
    ///
    /// It is called once for each sealed push. The base class throws `SealedServiceError.keysNotOverridden`.
    ///
    /// - Throws: whatever kept the keys away, for example that the phone was not unlocked since it started. The
    ///   placeholder is then shown.
    open func keys() throws -> OpeningKeys {
        throw SealedServiceError.keysNotOverridden
    }

    /// The topic that envelopes are bound to, the app's bundle id; empty unless overridden.
    ///
    /// An extension's own bundle id is another one, so it is not taken from the bundle.
    open var topic: String { "" }

    /// The audience that envelopes are bound to: the account or installation; empty unless overridden.
    open var audience: String { "" }

    /// What the reader may decide for itself: the envelope's key, the clock skew and the like.
    open var policy: Opener.Policy { Opener.Policy() }

    /// What remembers the envelopes that were opened; none unless overridden, so that replays are not noticed.
    open var replayStore: (any ReplayStore)? { nil }

    /// The clock by which a push expires; a test overrides it.
    open var clock: WallClock { .system }

    /// What became of the seal; nil before the notification has been looked at.
    ///
    /// It may be asked from any thread.
    public final var report: SealReport? { handover.report }

    /// Opens the envelope, applies the payload in it and hands the content over.
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handover.begin(with: request.content, handler: contentHandler)
        open(request)
        handover.handOver()
    }

    /// Hands over the best content so far.
    open override func serviceExtensionTimeWillExpire() {
        handover.handOver()
    }

    private func open(_ request: UNNotificationRequest) {
        guard request.content.userInfo[policy.envelopeKey] != nil else { return handover.note(.notSealed) }
        handover.note(.pending)
        let opener: Opener
        do {
            opener = try Opener(
                keys: keys(), topic: topic, audience: audience, policy: policy, clock: clock, replayStore: replayStore)
        } catch {
            return handover.note(.keysUnavailable(Self.reason(of: error)))
        }
        do {
            let payload = try Payload(userInfo: request.content.userInfo)
            let push = try opener.open(payload, request: request.identifier)
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
            content.apply(push.payload)
            handover.improve(to: content, report: .opened(push))
        } catch let refusal as Refusal {
            handover.note(.refused(refusal))
        } catch {
            handover.note(.unreadable)
        }
    }

    /// What may be told of an error: everything of those that are known to keep secrets to themselves, else the type.
    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as KeyError: "\(error)"
        case SealedServiceError.keysNotOverridden: "keys() is not overridden"
        default: "keys() threw an error of type \(type(of: error))"
        }
    }
}

/// Why a `SealedNotificationService` cannot work.
public enum SealedServiceError: Error, Hashable, Sendable {
    /// The subclass does not override `keys()`.
    case keysNotOverridden
}
