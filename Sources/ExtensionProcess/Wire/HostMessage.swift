import ExtensionHost
import PushPayload
import StrictJSON

/// A message from the host to the extension's process.
enum HostMessage: Sendable {
    /// A new push.
    struct Push: Sendable {
        let number: Int
        let identifier: String
        let payload: Payload
        /// The alert's three texts as the system localized them.
        let texts: [String]
        let wasUnlocked: Bool
        let userInfoHasAPS: Bool
    }

    case push(Push)
    /// The time limit of a push has passed.
    case expire(Int)
    /// A push is settled, and the host no longer waits for it.
    case forget(Int)

    var wire: JSONObject {
        switch self {
        case .push(let push):
            [
                "push": .number(JSONNumber(push.number)), "identifier": .string(push.identifier),
                "payload": .object(push.payload.root), "texts": .array(push.texts.map(JSONValue.string)),
                "unlocked": .bool(push.wasUnlocked), "aps": .bool(push.userInfoHasAPS),
            ]
        case .expire(let number): ["expire": .number(JSONNumber(number))]
        case .forget(let number): ["forget": .number(JSONNumber(number))]
        }
    }

    init?(wire: JSONObject) {
        if let number = wire["expire"]?.numberValue?.int {
            self = .expire(number)
            return
        }
        if let number = wire["forget"]?.numberValue?.int {
            self = .forget(number)
            return
        }
        guard let number = wire["push"]?.numberValue?.int, let identifier = wire["identifier"]?.stringValue,
            let root = wire["payload"]?.objectValue, let texts = wire["texts"]?.arrayValue, texts.count == 3
        else { return nil }
        self = .push(
            Push(
                number: number, identifier: identifier, payload: Payload(root),
                texts: texts.map { $0.stringValue ?? "" }, wasUnlocked: wire["unlocked"]?.boolValue ?? true,
                userInfoHasAPS: wire["aps"]?.boolValue ?? true))
    }
}

/// A message about a push from the extension's process to the host.
struct ExtensionMessage: Sendable {
    let number: Int
    let event: RunEvent
    /// The current report of a `SealedNotificationService`.
    let service: ServiceSummary?

    var wire: JSONObject {
        var wire: JSONObject = ["push": .number(JSONNumber(number)), "event": .string(Self.name(event))]
        if case .answered(let content) = event { wire["content"] = .object(content.wire) }
        wire["service"] = service.map { .object($0.wire) }
        return wire
    }

    init(_ number: Int, _ event: RunEvent, service: ServiceSummary?) {
        self.number = number
        self.event = event
        self.service = service
    }

    /// Parses the output of `wire`; nil for anything else.
    init?(wire: JSONObject) {
        guard let number = wire["push"]?.numberValue?.int, let name = wire["event"]?.stringValue else { return nil }
        self.number = number
        switch name {
        case "called": event = .called
        case "returned": event = .returned
        case "expiryCalled": event = .expiryCalled
        case "expiryReturned": event = .expiryReturned
        case "answered":
            guard let content = wire["content"]?.objectValue.flatMap(FrozenContent.init(wire:)) else { return nil }
            event = .answered(content)
        default: return nil
        }
        if let report = wire["service"] {
            guard let summary = report.objectValue.flatMap(ServiceSummary.init(wire:)) else { return nil }
            service = summary
        } else {
            service = nil
        }
    }

    private static func name(_ event: RunEvent) -> String {
        switch event {
        case .called: "called"
        case .returned: "returned"
        case .expiryCalled: "expiryCalled"
        case .expiryReturned: "expiryReturned"
        case .answered: "answered"
        case .timeOver, .graceOver, .ended: "none"
        }
    }
}
