/// The service's answer to a request.
///
/// Source: Apple, "Handling notification responses from APNs".
public struct PushAnswer: Sendable, Hashable {
    /// The reason of a refusal; nil if the push was accepted.
    public let reason: Reason?
    /// The value of `apns-id`: the request's own, or one that the service generated.
    public let id: String
    /// The value of `apns-unique-id`; the development environment sends it for accepted pushes.
    public let uniqueID: String?
    /// For status 410, the time at which the device token became invalid, in milliseconds since 1970.
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

/// An answer with its delay and the end of the connection.
public struct ServiceResponse: Sendable {
    /// The end of a connection.
    public enum Ending: Sendable, Hashable {
        /// The service sends GOAWAY with this reason as debug data and closes.
        case goAway(Reason)
        /// The service closes the connection without GOAWAY.
        case cut
    }

    /// The answer; nil if the request gets none.
    public let answer: PushAnswer?
    /// The time before the answer is sent.
    public let delay: Duration
    /// The end of the connection; nil if it stays open.
    public let ending: Ending?
}
