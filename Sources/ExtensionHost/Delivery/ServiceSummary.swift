import PushOpener
package import PushPayload
package import StrictJSON

/// The part of a `ServiceReport` that the host uses; its values can be sent to another process.
package struct ServiceSummary: Sendable, Codable {
    /// Closed: there is an envelope that was not opened, or none although one is required.
    package enum Seal: String, Sendable, Codable { case opened, closed, plain }

    let seal: Seal
    var reason: DeliveryReason?
    var payload: JSONText?
    var missedPushes: UInt64?
    var stages: [StageReport] = []

    package init(_ seal: Seal) { self.seal = seal }

    package init(_ report: ServiceReport) {
        switch report.seal {
        case .opened(let push):
            seal = .opened
            payload = JSONText(.object(push.payload.root))
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

/// JSON inside a `Codable` message, as its text, so that the order of members and the spelling of numbers are kept.
package struct JSONText: Sendable, Codable {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        value = try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(enclosingTextsIn: text.utf8.count))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: value.serialized(), as: UTF8.self))
    }

    package var payload: Payload { Payload(value.objectValue ?? [:]) }
}
