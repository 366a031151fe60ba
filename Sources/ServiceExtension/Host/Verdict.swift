import PushPayload
import UserNotifications

/// What the system shows, given what the extension handed over.
struct Verdict {
    let content: FrozenContent
    let outcome: Outcome
    let reason: DeliveryReason?
    var missteps: [Misstep] = []
}

/// Judges a finished run by Apple's contract.
struct Judge: Sendable {
    let push: HostedPush
    let policy: SystemPolicy

    private var original: FrozenContent { push.original }

    /// Judges what the handler was first called with, nil if it never was; whether that was after the time was over; and
    /// what a `SealedNotificationService` reports, nil for any other extension.
    func verdict(answer: FrozenContent?, late: Bool, seal: SealReport?) -> Verdict {
        guard let answer else {
            let reason = DeliveryReason(.noAnswer, "the extension handed over nothing in its time")
            return fallback(seal: seal, because: reason)
        }
        guard answer.content.hasAlertText else { return withoutText(answer, seal: seal) }
        var verdict = shown(answer, late: late, seal: seal)
        if let error = answer.userInfoError {
            verdict.missteps.append(Misstep(.userInfoNotPropertyList, error.reason))
        }
        return verdict
    }

    /// The original, with the reason.
    private func fallback(seal: SealReport?, because reason: DeliveryReason) -> Verdict {
        Verdict(content: original, outcome: seal?.isSealed == true ? .placeholder : .unchanged, reason: reason)
    }

    private func withoutText(_ answer: FrozenContent, seal: SealReport?) -> Verdict {
        let isEmpty = answer.content.attachments.isEmpty && answer.content.sound == nil
        if isEmpty, policy.hasFilteringEntitlement, push.pushType == .alert {
            let reason = DeliveryReason(.filtered, "the extension handed over empty content and may filter")
            return Verdict(content: answer, outcome: .suppressed, reason: reason)
        }
        let why =
            if !isEmpty {
                "content without alert text was ignored; to filter, it must have no sound or attachment either"
            } else if !policy.hasFilteringEntitlement {
                "content without alert text was ignored; to filter, the app needs the filtering entitlement"
            } else {
                "content without alert text was ignored; only a push of type alert can be filtered"
            }
        var verdict = fallback(seal: seal, because: DeliveryReason(.alertTextRemoved, why))
        verdict.missteps.append(Misstep(.alertTextRemoved, "the content handed over has no title, subtitle or body"))
        return verdict
    }

    private func shown(_ answer: FrozenContent, late: Bool, seal: SealReport?) -> Verdict {
        let lateness = late ? DeliveryReason(.timeExpired, "handed over only when the time was over") : nil
        switch seal {
        case .opened:
            return Verdict(content: answer, outcome: .opened, reason: seal?.reason ?? lateness)
        case .some(let report) where report.isSealed:
            return Verdict(content: answer, outcome: .placeholder, reason: report.reason ?? lateness)
        default:
            let isChanged = answer.json != original.json
            return Verdict(
                content: answer,
                outcome: isChanged ? .modified : .unchanged,
                reason: seal?.reason ?? lateness
            )
        }
    }
}

extension UNNotificationContent {
    /// Whether there is anything to read.
    var hasAlertText: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }
}
