public import PushPayload

/// The state or the attributes of a Live Activity, as the app's widget reads them.
public enum ActivityContent: Sendable, Hashable {
    /// The object was sealed, and the widget opened it.
    case opened(JSONObject)
    /// The object was not sealed.
    case plain(JSONObject)
    /// The object was sealed, and the widget could not open it; it draws the visible members only.
    case closed(code: String, reason: String, visible: JSONObject)

    /// The members that the widget draws; the id of the activity is none of them.
    public var members: JSONObject {
        switch self {
        case .opened(var members):
            members["sealedpush"] = nil
            return members
        case .plain(let members), .closed(_, _, let members): return members
        }
    }

    /// The content as JSON for the page.
    ///
    /// Values are encoded as text, since JavaScript cannot represent every number of a payload.
    var json: JSONObject {
        let json = JSONObject(of: ["fields": members.map { [$0.name.string, Self.text(of: $0.value)] }])
        return switch self {
        case .opened: json.adding(["kind": "opened"])
        case .plain: json.adding(["kind": "plain"])
        case .closed(let code, let reason, _): json.adding(["kind": "closed", "code": code, "reason": reason])
        }
    }

    private static func text(of value: JSONValue) -> String {
        value.stringValue ?? String(decoding: value.serialized(), as: UTF8.self)
    }
}
