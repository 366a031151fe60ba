/// What the service answers to a request.
///
/// Source of its shape: Apple, "Handling notification responses from APNs".
public struct PushAnswer: Sendable, Hashable {
    /// Why the push was refused; nil if it was accepted.
    public let reason: Reason?
    /// The value of `apns-id`: the request's own, or one that the service made.
    public let id: String
    /// The value of `apns-unique-id`, which the development environment adds to what it accepts.
    public let uniqueID: String?
    /// For status 410, since when the device token is not valid any more, in milliseconds since 1970.
    public let timestamp: Int64?

    /// The HTTP status.
    public var status: Int { reason?.status ?? 200 }

    /// The header fields, without `:status`.
    public var headers: [(name: String, value: String)] {
        var fields = [("apns-id", id)]
        if let uniqueID { fields.append(("apns-unique-id", uniqueID)) }
        if reason != nil { fields.append(("content-type", "application/json")) }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The body: empty for an accepted push, else `{"reason":"…"}`, with `timestamp` for status 410.
    public var body: String {
        guard let reason else { return "" }
        let time = timestamp.map { ",\"timestamp\":\($0)" } ?? ""
        return "{\"reason\":\"\(reason.text)\"\(time)}"
    }
}

/// An answer with what happens around it.
public struct PushReaction: Sendable {
    /// What becomes of the connection.
    public enum Ending: Sendable, Hashable {
        /// The service sends GOAWAY with this reason as debug data and closes.
        case goAway(Reason)
        /// The service closes without a word.
        case cut
    }

    /// The answer; nil if the request gets none.
    public let answer: PushAnswer?
    /// How long the service takes for it.
    public let delay: Duration
    /// What becomes of the connection; nil if it stays.
    public let ending: Ending?
}
