import PhoneState
import PushPayload
import UserNotifications

/// The rules by which the system calls an extension for a push and decides what it shows.
struct DeliveryRules: Sendable {
    let policy: SystemPolicy
    let payload: Payload
    let pushType: PushType
    let original: FrozenContent
    /// The identifier of the request.
    let identifier: String
    private let phone: Phone

    init(
        _ payload: Payload, identifier: String, pushType: PushType, policy: SystemPolicy, phone: Phone
    ) {
        self.payload = payload
        self.identifier = identifier
        self.pushType = pushType
        self.policy = policy
        self.phone = phone
        let content = UNMutableNotificationContent(payload)
        let (alert, strings) = (payload.aps.alert, phone.strings)
        content.title = strings.text(alert?.title, key: alert?.titleLocKey, arguments: alert?.titleLocArgs)
        content.subtitle = strings.text(alert?.subtitle, key: alert?.subtitleLocKey, arguments: alert?.subtitleLocArgs)
        content.body = strings.text(alert?.body, key: alert?.locKey, arguments: alert?.locArgs)
        if !policy.userInfoHasAPS { content.userInfo["aps"] = nil }
        original = FrozenContent(content)
    }

    /// The reason why no extension is called (Apple, "Modifying content in newly delivered notifications").
    var reasonNotToCall: DeliveryReason? {
        let aps = payload.aps
        guard original.content.hasAlertText else {
            return DeliveryReason(.noAlert, "the payload shows no alert, so no extension is called")
        }
        guard aps.mutableContent else {
            return DeliveryReason(.notMutable, "\"mutable-content\" is not 1, so no extension is called")
        }
        guard phone.notificationAuthorization.isAllowed else {
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

    /// Tells the phone that an extension is called.
    func began() { _ = phone.answer(.pushBegan) }

    /// Tells the phone that the content of an extension is settled.
    func ended() { _ = phone.answer(.pushSettled) }

    /// Shows a settled delivery on the phone: in its list of delivered notifications, and as its badge.
    ///
    /// A suppressed one has no alert text, so that only its badge is set; Delta Chat sets the badge in this way.
    func show(_ delivery: Delivery) -> Delivery {
        guard !phone.show(delivery.content, userInfo: delivery.userInfo, identifier: identifier) else {
            return delivery
        }
        var delivery = delivery
        delivery.extensionErrors.append(
            DeliveryReason(.notListed, "expected at most 4 MiB of content for the phone's list of notifications"))
        return delivery
    }

    /// Returns the delivery of a finished run; `service` is the report of a `SealedNotificationService`.
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
            let late = "the extension handed over no content within \(policy.timeLimit)"
            return fallback(service, because: record.end ?? DeliveryReason(.noAnswer, late))
        }
        guard answer.content.hasAlertText else { return withoutText(answer, service) }
        var kept: [UNNotificationAttachment] = []
        var errors: [DeliveryReason] = []
        for (index, attachment) in answer.content.attachments.enumerated() {
            if let problem = attachment.problem(megabyte: policy.attachmentMegabyte) {
                errors.append(DeliveryReason(.badAttachment, "attachment \(index + 1), \(problem)"))
            } else {
                kept.append(attachment)
            }
        }
        var delivery: Delivery
        if !errors.isEmpty, policy.badAttachmentShowsOriginal {
            let reason = DeliveryReason(.badAttachment, "an attachment cannot be shown, so the original is shown")
            delivery = fallback(service, because: reason)
            delivery.extensionErrors = errors
            return delivery
        }
        if answer.content.fields.communication != nil, !phone.entitlements.showsCommunication {
            errors.append(
                DeliveryReason(
                    .communicationNotAllowed,
                    "to show the sender, the app needs the entitlement for communication notifications"))
        }
        let permitted = answer.with {
            $0.attachments = kept
            if !phone.entitlements.showsCommunication { $0.communication = nil }
        }
        delivery = shown(permitted, late: record.answeredLate, service)
        delivery.extensionErrors = errors
        if let problem = answer.userInfoProblem {
            delivery.extensionErrors.append(DeliveryReason(.userInfoNotPropertyList, problem))
        }
        return delivery
    }

    private func fallback(_ service: ServiceSummary?, because reason: DeliveryReason) -> Delivery {
        let isSealed = service.map { $0.seal != .plain } ?? false
        return Delivery(original, of: self, outcome: isSealed ? .placeholder : .unchanged, reason: reason)
    }

    private func withoutText(_ answer: FrozenContent, _ service: ServiceSummary?) -> Delivery {
        let isEmpty = answer.content.attachments.isEmpty && answer.content.sound == nil
        if isEmpty, phone.entitlements.filtersNotifications, pushType == .alert {
            let reason = DeliveryReason(.filtered, "the extension handed over empty content and may filter")
            return Delivery(answer, of: self, outcome: .suppressed, reason: reason)
        }
        let rule =
            if !isEmpty {
                "to filter, it must have no sound or attachment either"
            } else if !phone.entitlements.filtersNotifications {
                "to filter, the app needs the filtering entitlement"
            } else {
                "only a push of type alert can be filtered"
            }
        let reason = DeliveryReason(.alertTextRemoved, "content without alert text was ignored; \(rule)")
        var delivery = fallback(service, because: reason)
        delivery.extensionErrors = [
            DeliveryReason(.alertTextRemoved, "the content handed over has no title, subtitle or body")
        ]
        return delivery
    }

    private func shown(_ answer: FrozenContent, late: Bool, _ service: ServiceSummary?) -> Delivery {
        let lateness = late ? DeliveryReason(.timeExpired, "handed over after the time limit") : nil
        let outcome: Outcome =
            switch service?.seal {
            case .opened: .opened
            case .closed: .placeholder
            case .plain, nil: answer.json != original.json ? .modified : .unchanged
            }
        return Delivery(answer, of: self, outcome: outcome, reason: service?.reason ?? lateness)
    }
}

extension Alert {
    /// Whether one of the texts is a literal, not a localization key.
    fileprivate var hasLiteral: Bool { [title, subtitle, body].contains { $0?.isEmpty == false } }
}
