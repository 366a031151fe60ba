public import Platform
package import StrictJSON

/// One line of a keyring's log: what was done to which key, and when; it holds no secret.
public struct KeyEvent: Sendable, Hashable {
    /// A kind of change of a key.
    public enum Action: String, Sendable {
        /// A key was made or added, not yet in use.
        case add
        /// A key came into use.
        case activate
        /// A key was replaced, or taken out of use: it opens and verifies until the event's `until`.
        case retire
        /// A key was revoked.
        case revoke
        /// The secret of a key was erased after its grace had ended or it was revoked.
        case erase
    }

    /// The kind of change.
    public let action: Action
    /// The key that was changed.
    public let key: Thumbprint
    /// The time of the change, to the second.
    public let time: Date
    /// Until when a retired key opens and verifies.
    public internal(set) var until: Date?

    init(_ action: Action, _ key: Thumbprint, at time: Date, until: Date? = nil) {
        self.action = action
        self.key = key
        self.time = time.wholeSecond
        self.until = until
    }

    /// Reads a line of a log; nil for one of another kind.
    init?(_ line: JSONObject) {
        guard let action = line["action"]?.stringValue.flatMap(Action.init(rawValue:)), let time = line["at"]?.unixTime,
            let key = try? line.thumbprint("key")
        else { return nil }
        self.init(action, key, at: time, until: line["until"]?.unixTime)
    }

    /// The line in a log: `{"at":…,"action":"retire","key":"…","until":…}`.
    package var json: JSONObject {
        var object: JSONObject = [
            "at": .number(JSONNumber(time.unixTime)), "action": .string(action.rawValue),
            "key": .string(key.description),
        ]
        object["until"] = until.map { .number(JSONNumber($0.unixTime)) }
        return object
    }
}
