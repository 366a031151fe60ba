public import StrictJSON

/// One line of a keyring's log: what was done to which key, and when; it holds no secret.
public struct KeyEvent: Sendable, Hashable {
    /// A kind of change of a key.
    public enum Action: String, Sendable {
        /// A key was made or taken in, not yet in use.
        case add
        /// A key came into use.
        case activate
        /// A key was replaced, or taken out of use: it opens and verifies until the event's `until`.
        case retire
        /// A key was revoked.
        case revoke
        /// A key whose grace had ended, or that was revoked, was erased.
        case erase
    }

    /// The kind of change.
    public let action: Action
    /// The key that it was done to.
    public let key: Thumbprint
    /// When, in UNIX seconds.
    public let time: UInt32
    /// Until when a retired key opens and verifies, in UNIX seconds.
    public let until: UInt32?

    package init(_ action: Action, _ key: Thumbprint, at time: UInt32, until: UInt32? = nil) {
        self.action = action
        self.key = key
        self.time = time
        self.until = until
    }

    /// The event as a JSON object: `{"at":…,"action":"retire","key":"…","until":…}`.
    public var json: JSONObject {
        var object: JSONObject = [
            "at": .number(JSONNumber(time)),
            "action": .string(action.rawValue),
            "key": .string(key.description),
        ]
        if let until { object["until"] = .number(JSONNumber(until)) }
        return object
    }
}
