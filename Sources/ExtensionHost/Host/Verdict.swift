import PushPayload
import UserNotifications

/// The content that the system shows, given what the extension handed over.
struct Verdict {
    let content: FrozenContent
    let outcome: Outcome
    let reason: DeliveryReason?
    var missteps: [Misstep] = []
}

/// Evaluates a finished run by Apple's contract.
package struct Judge: Sendable {
    package let push: HostedPush
    package let policy: SystemPolicy

    package init(push: HostedPush, policy: SystemPolicy) {
        self.push = push
        self.policy = policy
    }

    private var original: FrozenContent { push.original }

    /// Evaluates a run with the report of a `SealedNotificationService`, nil for any other extension.
    func verdict(_ ledger: RunLedger, service: ServiceSummary?) -> Verdict {
        let late = ledger.answeredLate
        guard let answer = ledger.answer else {
            let reason =
                ledger.end.map { DeliveryReason($0.reason, $0.explanation) }
                ?? DeliveryReason(.noAnswer, "the extension handed over no content within its time limit")
            return fallback(service, because: reason)
        }
        guard answer.content.hasAlertText else { return withoutText(answer, service) }
        let problems = problems(of: answer)
        if !problems.isEmpty, policy.badAttachment == .original {
            let reason = DeliveryReason(.badAttachment, "an attachment cannot be shown, so the original is shown")
            var verdict = fallback(service, because: reason)
            verdict.missteps = problems.map(\.misstep)
            return verdict
        }
        let kept = problems.isEmpty ? answer : answer.without(problems.map(\.place))
        var verdict = shown(kept, late: late, service)
        verdict.missteps += problems.map(\.misstep)
        if let error = answer.userInfoError {
            verdict.missteps.append(Misstep(.userInfoNotPropertyList, error.reason))
        }
        return verdict
    }

    /// The attachments that cannot be shown, with their indices.
    private func problems(of answer: FrozenContent) -> [(place: Int, misstep: Misstep)] {
        let inspection = AttachmentInspection(megabyte: policy.attachmentMegabyte)
        return answer.content.attachments.enumerated().compactMap { place, attachment in
            inspection.problem(of: attachment).map { problem in
                (place, Misstep(.badAttachment, "attachment \(place + 1), \(problem.code): \(problem.explanation)"))
            }
        }
    }

    /// Returns the original content, with the reason.
    private func fallback(_ service: ServiceSummary?, because reason: DeliveryReason) -> Verdict {
        let isSealed = service.map { $0.seal != .plain } ?? false
        return Verdict(content: original, outcome: isSealed ? .placeholder : .unchanged, reason: reason)
    }

    private func withoutText(_ answer: FrozenContent, _ service: ServiceSummary?) -> Verdict {
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
        var verdict = fallback(service, because: DeliveryReason(.alertTextRemoved, why))
        verdict.missteps.append(Misstep(.alertTextRemoved, "the content handed over has no title, subtitle or body"))
        return verdict
    }

    private func shown(_ answer: FrozenContent, late: Bool, _ service: ServiceSummary?) -> Verdict {
        let lateness = late ? DeliveryReason(.timeExpired, "handed over after the time limit") : nil
        let reason = service?.reason ?? lateness
        let percentSigns = policy.percentSigns
        let shown = percentSigns == .shown ? answer : answer.with { $0.body = percentSigns.shown($0.body) }
        switch service?.seal {
        case .opened:
            return Verdict(content: shown, outcome: .opened, reason: reason)
        case .closed:
            return Verdict(content: shown, outcome: .placeholder, reason: reason)
        case .plain, nil:
            let isChanged = answer.json != original.json
            return Verdict(content: shown, outcome: isChanged ? .modified : .unchanged, reason: reason)
        }
    }
}
