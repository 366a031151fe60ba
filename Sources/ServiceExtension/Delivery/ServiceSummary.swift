import PushOpener
import PushPayload

/// The part of a `ServiceReport` that the host uses; its values can be sent through the channel.
struct ServiceSummary: Sendable {
    enum Seal: String, Sendable {
        /// The seal was opened.
        case opened
        /// There is an envelope that was not opened, or none although one is required.
        case closed
        /// There is no envelope.
        case plain
    }

    var seal: Seal
    var reason: DeliveryReason?
    /// The payload that was opened.
    var payload: Payload?
    var missedPushes: UInt64?
    var stages: [StageReport]
}

extension ServiceSummary {
    init(_ report: ServiceReport) {
        switch report.seal {
        case .opened(let push):
            seal = .opened
            payload = push.payload
        case .notSealed, nil: seal = .plain
        case .pending, .refused, .keysUnavailable, .unreadable, .sealRequired: seal = .closed
        }
        reason = report.seal?.reason ?? report.storeProblem.map { DeliveryReason(.storeUnavailable, $0) }
        missedPushes = report.missedPushes
        stages = report.stages
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
        case .refused(let refusal): DeliveryReason(.init(refusal.code.description), refusal.reason)
        case .unreadable: DeliveryReason(.init("malformed"), "the notification's userInfo is not a payload")
        case .keysUnavailable(let reason): DeliveryReason(.keysUnavailable, reason)
        }
    }
}
