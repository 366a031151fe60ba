import PushOpener
package import PushPayload

/// The part of a `ServiceReport` that the host uses; its values can be sent through the channel.
package struct ServiceSummary: Sendable {
    package enum Seal: String, Sendable {
        /// The seal was opened.
        case opened
        /// There is an envelope that was not opened, or none although one is required.
        case closed
        /// There is no envelope.
        case plain
    }

    package var seal: Seal
    package var reason: DeliveryReason?
    /// The payload that was opened.
    package var payload: Payload?
    package var missedPushes: UInt64?
    package var stages: [StageReport]

    package init(
        seal: Seal, reason: DeliveryReason? = nil, payload: Payload? = nil, missedPushes: UInt64? = nil,
        stages: [StageReport]
    ) {
        self.seal = seal
        self.reason = reason
        self.payload = payload
        self.missedPushes = missedPushes
        self.stages = stages
    }
}

extension ServiceSummary {
    package init(_ report: ServiceReport) {
        switch report.seal {
        case .opened(let push): self.init(seal: .opened, payload: push.payload, stages: report.stages)
        case .notSealed, nil: self.init(seal: .plain, stages: report.stages)
        case .pending, .refused, .keysUnavailable, .unreadable, .sealRequired:
            self.init(seal: .closed, stages: report.stages)
        }
        reason = report.seal?.reason ?? report.storeProblem.map { DeliveryReason(.storeUnavailable, $0) }
        missedPushes = report.missedPushes
    }
}

extension SealReport {
    /// The reason why the seal was not opened; nil if it was opened or is pending.
    var reason: DeliveryReason? {
        switch self {
        case .pending, .opened: nil
        case .notSealed: DeliveryReason(.notSealed, "the push carries no envelope")
        case .sealRequired:
            DeliveryReason(.notSealed, "the push carries no envelope, and this app requires one")
        case .refused(let refusal): DeliveryReason(.init(refusal.code.rawValue), refusal.reason)
        case .unreadable: DeliveryReason(.init("malformed"), "the notification's userInfo is not a payload")
        case .keysUnavailable(let reason): DeliveryReason(.keysUnavailable, reason)
        }
    }
}
