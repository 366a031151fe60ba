/// A trouble that a test wants the service to have.
public struct Fault: Sendable {
    /// What the service does in the place of an answer.
    public enum Behaviour: Sendable, Hashable {
        /// It answers as always; with a delay that is a slow service.
        case normal
        /// It answers with this reason, without looking at the request.
        case answer(Reason)
        /// It answers with this reason, then sends GOAWAY and closes.
        case answerAndGoAway(Reason)
        /// It sends GOAWAY with this reason and closes, without an answer; the push was not looked at.
        case goAway(Reason)
        /// It closes the connection without a word; the push was not looked at.
        case cut
        /// It takes the push and closes the connection before the answer.
        case cutAfterAccepting
    }

    /// What the service does.
    public var behaviour: Behaviour
    /// How long it waits before.
    public var delay: Duration
    /// How many requests it hits; nil for all until `PushService.removeFaults()`.
    public var count: Int?
    /// How many matching requests go by before the first that it hits.
    public var after: Int
    /// The device token, hex in lower case, that it is about; nil for every device.
    public var token: String?

    /// Makes a fault; see each property.
    public init(
        _ behaviour: Behaviour,
        delay: Duration = .zero,
        count: Int? = 1,
        after: Int = 0,
        token: String? = nil
    ) {
        self.behaviour = behaviour
        self.delay = delay
        self.count = count
        self.after = after
        self.token = token
    }
}
