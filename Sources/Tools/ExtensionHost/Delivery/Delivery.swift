import PushPayload
public import SealedEnvelope
public import StrictJSON
public import UserNotifications

/// The content that the screen shows for a push, and the reason.
public struct Delivery: Sendable {
    private let shown: FrozenContent
    private let rules: DeliveryRules

    /// The outcome of the delivery.
    public let outcome: Outcome
    /// The reason for the outcome; nil if the extension was called and there is nothing to report.
    public let reason: DeliveryReason?
    /// The times of the extension's calls.
    public internal(set) var timings = Timings()
    /// The extension's errors, whether or not they changed the outcome.
    public internal(set) var extensionErrors: [DeliveryReason] = []

    /// The report of a `SealedNotificationService` about the seal.
    ///
    /// Nil for any other extension, and for one that ran in another process.
    public internal(set) var seal: SealReport?

    var service: ServiceSummary?

    init(_ shown: FrozenContent, of rules: DeliveryRules, outcome: Outcome, reason: DeliveryReason?) {
        self.shown = shown
        self.rules = rules
        self.outcome = outcome
        self.reason = reason
    }

    /// The number of pushes missing directly before this one, see `ServiceReport.missedPushes`.
    public var missedPushes: UInt64? { service?.missedPushes }

    /// The result of the push's commands about delivered notifications, see `ServiceReport.commands`.
    public var commands: CommandReport? { service?.commands }

    /// The reason why each sealed attachment is not shown, see `ServiceReport.attachments`.
    public var attachments: [AttachmentError.Code?] { service?.attachments ?? [] }

    /// The results of the stages of a `SealedNotificationService`.
    public var stages: [StageReport] { service?.stages ?? [] }

    /// The content that is shown; empty if the notification was suppressed.
    public var content: UNNotificationContent { shown.content }

    /// The `userInfo` of ``content`` as a value.
    var userInfo: PropertyListValue { shown.userInfo }

    /// The message of a communication notification, with the sender and the picture that the screen shows; nil for another
    /// notification.
    public var message: Communication? { content.communication }

    /// The content before the extension ran.
    public var original: UNNotificationContent { rules.original.content }

    /// Whether the screen shows a notification: it has alert text and was not suppressed.
    public var showsAlert: Bool { outcome != .suppressed && content.hasAlertText }

    /// The delivery as JSON: `outcome`, `reason` with its `explanation` where there is one, `content` by Apple's property
    /// names, and `missedPushes`, `commands`, `attachments`, each `shown` or its code, `stages` and `extensionErrors` where there are any.
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
        if let commands {
            json["commands"] = [
                "end": .string(commands.end.rawValue), "removed": .number(JSONNumber(commands.removed)),
                "replaced": .number(JSONNumber(commands.replaced)),
            ]
        }
        if !attachments.isEmpty {
            json["attachments"] = .array(attachments.map { .string($0?.rawValue ?? "shown") })
        }
        if !stages.isEmpty {
            json["stages"] = .array(
                stages.map { stage in
                    var members: JSONObject = ["name": .string(stage.name), "end": .string(stage.end.rawValue)]
                    members["error"] = stage.error.map(JSONValue.string)
                    return .object(members)
                })
        }
        if !extensionErrors.isEmpty {
            json["extensionErrors"] = .array(
                extensionErrors.map { ["code": .string($0.code.description), "explanation": .string($0.explanation)] })
        }
        return json
    }

    /// The payload from which the shown `userInfo` was made; nil if the `userInfo` was changed.
    private var exactUserInfo: JSONObject? {
        [rules.payload, service?.payload?.payload].compactMap { $0 }.first { payload in
            (try? PropertyListValue(payload.userInfo))?.reported == shown.userInfo.reported
        }?.root
    }
}

/// The outcome of a push's delivery.
public enum Outcome: String, Sendable, CaseIterable {
    /// The seal was opened, and the provider's content is shown.
    case opened
    /// The extension changed the content; the host knows of no seal.
    case modified
    /// The push is shown unchanged.
    case unchanged
    /// The push was not opened. The screen shows its placeholder, or the generic alert of a service that requires the
    /// seal.
    case placeholder
    /// The extension suppressed the notification. The screen shows nothing.
    case suppressed
}

/// The times of an extension's calls, measured on the host's clock from the start of the run.
///
/// The time of a call that did not happen is nil.
public struct Timings: Sendable, Hashable {
    /// `didReceive(_:withContentHandler:)` was called.
    public internal(set) var called: Duration?
    /// `didReceive(_:withContentHandler:)` returned.
    public internal(set) var returned: Duration?
    /// The handler was called for the first time.
    public internal(set) var answered: Duration?
    /// `serviceExtensionTimeWillExpire()` was called.
    public internal(set) var expired: Duration?
    /// `serviceExtensionTimeWillExpire()` returned.
    public internal(set) var expiryReturned: Duration?
    /// The content was settled.
    public internal(set) var settled: Duration = .zero
}
