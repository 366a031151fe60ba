import PushOpener
import PushPayload
import SealedEnvelope

/// The part of a `ServiceReport` that the host uses; its values can be sent to another process.
struct ServiceSummary: Sendable, Codable {
    /// Closed: there is an envelope that was not opened, or none although one is required.
    enum Seal: String, Sendable, Codable { case opened, closed, plain }

    let seal: Seal
    var reason: DeliveryReason?
    var payload: JSONText?
    var missedPushes: UInt64?
    var commands: CommandReport?
    var attachments: [AttachmentError.Code?] = []
    var stages: [StageReport] = []

    init(_ seal: Seal) { self.seal = seal }

    init(_ report: ServiceReport) {
        switch report.seal {
        case .opened(let push):
            seal = .opened
            payload = JSONText(.object(push.payload.root))
        case .notSealed, nil: seal = .plain
        case .pending, .refused, .keysUnavailable, .unreadable, .sealRequired: seal = .closed
        }
        reason = report.seal?.reason ?? report.storeProblem.map { DeliveryReason(.storeUnavailable, $0) }
        missedPushes = report.missedPushes
        commands = report.commands
        attachments = report.attachments
        stages = report.stages
    }
}

extension SealReport {
    /// The reason why the seal was not opened; nil if it was opened or is pending.
    fileprivate var reason: DeliveryReason? {
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

extension JSONText {
    var payload: Payload { Payload(value.objectValue ?? [:]) }
}
