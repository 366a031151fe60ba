import PushOpener
import PushPayload
public import StrictJSON
public import UserNotifications

/// The content that the screen shows for a push, and the reason.
public struct Delivery: Sendable {
    private let shown: FrozenContent
    private let came: FrozenContent
    private let arrived: Payload

    /// The outcome of the delivery.
    public let outcome: Outcome

    /// The reason for the outcome; nil if the extension was called and there is nothing to report.
    public let reason: DeliveryReason?

    /// The times of the extension's calls.
    public let timings: Timings

    /// The extension's errors, whether or not they changed the outcome.
    public let missteps: [Misstep]

    /// The report of a `SealedNotificationService` about the seal.
    ///
    /// Nil for any other extension, and for one that ran in another process; `outcome` and `reason` then describe the
    /// result.
    public let seal: SealReport?

    /// The number of pushes missing directly before this one, see `ServiceReport.missedPushes`.
    public let missedPushes: UInt64?

    /// The results of the stages of a `SealedNotificationService`.
    public let stages: [StageReport]

    private let openedPayload: Payload?

    init(uncalled original: FrozenContent, of payload: Payload, because reason: DeliveryReason) {
        shown = original
        came = original
        arrived = payload
        outcome = .unchanged
        self.reason = reason
        timings = Timings()
        missteps = []
        seal = nil
        missedPushes = nil
        stages = []
        openedPayload = nil
    }

    init(_ verdict: Verdict, of push: HostedPush, ledger: RunLedger, service: ServiceSummary?, seal: SealReport?) {
        shown = verdict.content
        came = push.original
        arrived = push.payload
        outcome = verdict.outcome
        reason = verdict.reason
        timings = ledger.timings
        missteps = ledger.missteps + verdict.missteps
        self.seal = seal
        missedPushes = service?.missedPushes
        stages = service?.stages ?? []
        openedPayload = service?.payload
    }

    /// The content that is shown; empty if the notification was suppressed.
    public var content: UNNotificationContent { shown.content }

    /// The content before the extension ran.
    public var original: UNNotificationContent { came.content }

    /// Whether the screen shows a notification: it has alert text and was not suppressed.
    public var showsAlert: Bool { outcome != .suppressed && content.hasAlertText }

    /// The delivery as JSON: `outcome`, `reason` with its `explanation` where there is one, `content` by Apple's property
    /// names, and `missedPushes`, `stages` and `missteps` where there are any.
    ///
    /// `userInfo` is the payload exactly, unless the extension changed it; then member order and the spelling of numbers
    /// are lost, a date is an ISO 8601 string and data is base64.
    public var json: JSONObject {
        var json: JSONObject = ["outcome": .string(outcome.rawValue)]
        if let reason {
            json["reason"] = .string(reason.code.description)
            json["explanation"] = .string(reason.explanation)
        }
        var content = shown.json
        content["userInfo"] = exactUserInfo.map(JSONValue.object) ?? content["userInfo"]
        json["content"] = .object(content)
        if let missedPushes, missedPushes > 0 { json["missedPushes"] = .number(JSONNumber(missedPushes)) }
        if !stages.isEmpty {
            json["stages"] = .array(stages.map { ["name": .string($0.name), "end": .string($0.end.rawValue)] })
        }
        if !missteps.isEmpty {
            json["missteps"] = .array(
                missteps.map { ["code": .string($0.code.description), "explanation": .string($0.explanation)] }
            )
        }
        return json
    }

    /// The payload from which the shown `userInfo` was made; nil if the `userInfo` was changed.
    private var exactUserInfo: JSONObject? {
        [arrived, openedPayload].compactMap { $0 }.first { shown.hasUserInfo(of: $0) }?.root
    }
}
