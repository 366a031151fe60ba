public import StrictJSON
public import UserNotifications

/// What the screen shows of a push, and why.
public struct Delivery: Sendable {
    private let shown: FrozenContent
    private let came: FrozenContent

    /// What became of the push.
    public let outcome: Outcome

    /// Why it came so; nil if the extension was called and nothing is to be said.
    public let reason: DeliveryReason?

    /// When the extension did what.
    public let timings: Timings

    /// What the extension did wrong, whether or not it changed the outcome.
    public let missteps: [Misstep]

    /// What a `SealedNotificationService` says about the seal, nil for any other extension.
    public let seal: SealReport?

    init(uncalled original: FrozenContent, because reason: DeliveryReason) {
        shown = original
        came = original
        outcome = .unchanged
        self.reason = reason
        timings = Timings()
        missteps = []
        seal = nil
    }

    init(_ verdict: Verdict, original: FrozenContent, ledger: RunLedger, seal: SealReport?) {
        shown = verdict.content
        came = original
        outcome = verdict.outcome
        reason = verdict.reason
        timings = ledger.timings
        missteps = ledger.missteps + verdict.missteps
        self.seal = seal
    }

    /// The content that is shown; empty if the notification was suppressed.
    public var content: UNNotificationContent { shown.content }

    /// The content as it came, before the extension.
    public var original: UNNotificationContent { came.content }

    /// Whether the screen shows a notification at all: there is alert text, and it was not suppressed.
    public var showsAlert: Bool { outcome != .suppressed && content.hasAlertText }

    /// The delivery as JSON: `outcome`, `reason` with its `explanation` where there is one, `content` by Apple's property
    /// names, and `missteps` where there are any.
    ///
    /// In `content` a date is an ISO 8601 string and data is base64.
    public var json: JSONObject {
        var json: JSONObject = ["outcome": .string(outcome.rawValue)]
        if let reason {
            json["reason"] = .string(reason.code.description)
            json["explanation"] = .string(reason.explanation)
        }
        json["content"] = .object(shown.json)
        if !missteps.isEmpty {
            json["missteps"] = .array(
                missteps.map { ["code": .string($0.code.description), "explanation": .string($0.explanation)] }
            )
        }
        return json
    }
}
