/// The service's answer to a request.
///
/// Source: Apple, "Handling notification responses from APNs".
public struct PushAnswer: Sendable, Hashable {
    /// The reason of a refusal; nil if the request was accepted.
    public internal(set) var reason: Reason?
    /// The value of `apns-id`: the request's own, or one that the service generated.
    ///
    /// In the answer to a request about a channel, that of `apns-request-id`.
    public let id: String
    /// The value of `apns-unique-id`; the development environment sends it for accepted pushes, and each for accepted broadcasts.
    public internal(set) var uniqueID: String?
    /// For status 410, the time at which the device token became invalid, in milliseconds since 1970.
    public internal(set) var timestamp: Int64?
    /// The value of `apns-channel-id`, for a new channel.
    public internal(set) var channelID: String?

    /// The field of the identifier.
    var idField = "apns-id"
    /// The status of an accepted request.
    var success = 200
    /// The JSON body of an accepted request.
    var content = ""
    /// The cause of a refusal in words, which is not sent.
    var cause: String?

    /// The HTTP status.
    public var status: Int { reason?.status ?? success }

    /// The header fields, without `:status`.
    public var headers: [(name: String, value: String)] {
        var fields = [(idField, id)]
        if let uniqueID { fields.append(("apns-unique-id", uniqueID)) }
        if let channelID { fields.append(("apns-channel-id", channelID)) }
        if !body.isEmpty { fields.append(("content-type", "application/json")) }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The body: empty for an accepted push, JSON for the channels that were asked for, else `{"reason":"…"}`, with `timestamp` for status 410.
    public var body: String {
        guard let reason else { return content }
        let time = timestamp.map { ",\"timestamp\":\($0)" } ?? ""
        return "{\"reason\":\"\(reason.rawValue)\"\(time)}"
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
    /// The delay, which runs since the request; nil without one.
    let wait: Task<Void, Never>?

    /// Returns after the delay, or when the faults are removed or the task is cancelled.
    package func waitForDelay() async {
        guard let wait else { return }
        await withTaskCancellationHandler {
            await wait.value
        } onCancel: {
            wait.cancel()
        }
    }
}
