import PushOpener
import PushPayload
public import StrictJSON
public import UserNotifications

/// What the screen shows of a push, and why.
public struct Delivery: Sendable {
    private let shown: FrozenContent
    private let came: FrozenContent
    private let arrived: Payload

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

    init(uncalled original: FrozenContent, of payload: Payload, because reason: DeliveryReason) {
        shown = original
        came = original
        arrived = payload
        outcome = .unchanged
        self.reason = reason
        timings = Timings()
        missteps = []
        seal = nil
    }

    init(_ verdict: Verdict, of push: HostedPush, ledger: RunLedger, seal: SealReport?) {
        shown = verdict.content
        came = push.original
        arrived = push.payload
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
        if !missteps.isEmpty {
            json["missteps"] = .array(
                missteps.map { ["code": .string($0.code.description), "explanation": .string($0.explanation)] }
            )
        }
        return json
    }

    /// The payload that the shown `userInfo` was made of, if it is still the same.
    private var exactUserInfo: JSONObject? {
        var candidates = [arrived]
        if case .opened(let push) = seal { candidates.append(push.payload) }
        return candidates.first { shown.hasUserInfo(of: $0) }?.root
    }
}
