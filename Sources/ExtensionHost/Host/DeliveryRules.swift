package import PushPayload
import UserNotifications

/// The rules by which the system calls an extension for a push and decides what it shows.
package struct DeliveryRules: Sendable {
    package let policy: SystemPolicy
    let payload: Payload
    let pushType: PushType
    /// The content that the system creates from the payload.
    package let original: FrozenContent

    package init(_ payload: Payload, pushType: PushType, localization: Localization, policy: SystemPolicy) {
        self.payload = payload
        self.pushType = pushType
        self.policy = policy
        let content = UNMutableNotificationContent(payload, localization: localization)
        if !policy.userInfoHasAPS { content.userInfo["aps"] = nil }
        original = FrozenContent(content)
    }

    /// The reason why the system does not call an extension for this push, or nil if it does (Apple, "Modifying
    /// content in newly delivered notifications").
    package var reasonNotToCall: DeliveryReason? {
        let aps = payload.aps
        guard original.content.hasAlertText else {
            return DeliveryReason(.noAlert, "the payload shows no alert, so no extension is called")
        }
        guard aps.mutableContent else {
            return DeliveryReason(.notMutable, "\"mutable-content\" is not 1, so no extension is called")
        }
        guard policy.alertsEnabled else {
            return DeliveryReason(.alertsDisabled, "the user has turned alerts off, so no extension is called")
        }
        guard policy.callsForAlertText || aps.alert?.json.objectValue != nil else {
            return DeliveryReason(.alertIsText, "the alert is a string; Apple documents the call only for a dictionary")
        }
        guard policy.callsForLocalizationKeys || aps.alert?.hasLiteral == true else {
            return DeliveryReason(.onlyLocalizationKeys, "the alert has no literal title, subtitle or body")
        }
        return nil
    }

    /// Returns the delivery of a finished run, with the report of a `SealedNotificationService`, nil for any other
    /// extension.
    func delivery(of record: RunRecord, service: (summary: ServiceSummary, report: SealReport?)?) -> Delivery {
        var delivery = delivery(of: record, service?.summary)
        delivery.timings = record.timings
        delivery.extensionErrors = record.errors + delivery.extensionErrors
        delivery.service = service?.summary
        delivery.seal = service?.report
        return delivery
    }

    private func delivery(of record: RunRecord, _ service: ServiceSummary?) -> Delivery {
        guard let answer = record.answer else {
            let noAnswer = DeliveryReason(.noAnswer, "the extension handed over no content within its time limit")
            return fallback(service, because: record.end ?? noAnswer)
        }
        guard answer.content.hasAlertText else { return withoutText(answer, service) }
        let inspection = AttachmentInspection(megabyte: policy.attachmentMegabyte)
        let problems = answer.content.attachments.enumerated().compactMap { index, attachment in
            inspection.problem(of: attachment).map { problem in
                let explanation = "attachment \(index + 1), \(problem.code): \(problem.explanation)"
                return (index: index, error: DeliveryReason(.badAttachment, explanation))
            }
        }
        var delivery: Delivery
        if !problems.isEmpty, policy.badAttachmentShowsOriginal {
            let reason = DeliveryReason(.badAttachment, "an attachment cannot be shown, so the original is shown")
            delivery = fallback(service, because: reason)
            delivery.extensionErrors = problems.map(\.error)
            return delivery
        }
        let kept = answer.with { fields in
            for problem in problems.reversed() { fields.attachments.remove(at: problem.index) }
        }
        delivery = shown(kept, late: record.answeredLate, service)
        delivery.extensionErrors = problems.map(\.error)
        if let problem = answer.userInfoProblem {
            delivery.extensionErrors.append(DeliveryReason(.userInfoNotPropertyList, problem))
        }
        return delivery
    }

    /// Returns the original content, with the reason.
    private func fallback(_ service: ServiceSummary?, because reason: DeliveryReason) -> Delivery {
        let isSealed = service.map { $0.seal != .plain } ?? false
        return Delivery(original, of: self, outcome: isSealed ? .placeholder : .unchanged, reason: reason)
    }

    private func withoutText(_ answer: FrozenContent, _ service: ServiceSummary?) -> Delivery {
        let isEmpty = answer.content.attachments.isEmpty && answer.content.sound == nil
        if isEmpty, policy.hasFilteringEntitlement, pushType == .alert {
            let reason = DeliveryReason(.filtered, "the extension handed over empty content and may filter")
            return Delivery(answer, of: self, outcome: .suppressed, reason: reason)
        }
        let why =
            if !isEmpty {
                "content without alert text was ignored; to filter, it must have no sound or attachment either"
            } else if !policy.hasFilteringEntitlement {
                "content without alert text was ignored; to filter, the app needs the filtering entitlement"
            } else {
                "content without alert text was ignored; only a push of type alert can be filtered"
            }
        var delivery = fallback(service, because: DeliveryReason(.alertTextRemoved, why))
        let error = DeliveryReason(.alertTextRemoved, "the content handed over has no title, subtitle or body")
        delivery.extensionErrors.append(error)
        return delivery
    }

    private func shown(_ answer: FrozenContent, late: Bool, _ service: ServiceSummary?) -> Delivery {
        let lateness = late ? DeliveryReason(.timeExpired, "handed over after the time limit") : nil
        let shown = policy.stripsPercentSigns ? answer.with { $0.body = $0.body.strippingPercentSigns } : answer
        let outcome: Outcome =
            switch service?.seal {
            case .opened: .opened
            case .closed: .placeholder
            case .plain, nil: answer.json != original.json ? .modified : .unchanged
            }
        return Delivery(shown, of: self, outcome: outcome, reason: service?.reason ?? lateness)
    }
}

extension String {
    /// The text without percent signs and the digits after each, or without digits the one character after it.
    ///
    /// `%%` becomes `%`. Users reported it (Signal-iOS #1831: "test%notifications%20secondattempt" was
    /// "testotificationssecondattempt").
    fileprivate var strippingPercentSigns: String {
        var shown = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let percent = rest.firstIndex(of: "%") {
            shown.append(contentsOf: rest[..<percent])
            rest = rest[percent...].dropFirst()
            let digits = rest.prefix { ("0"..."9").contains($0) }
            if rest.first == "%" { shown.append("%") }
            rest = digits.isEmpty ? rest.dropFirst() : rest[digits.endIndex...]
        }
        shown.append(contentsOf: rest)
        return String(shown)
    }
}
