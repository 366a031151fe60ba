/// A fault that a test injects into the service.
public struct Fault: Sendable {
    /// The behaviour of the service for a push.
    public enum Behaviour: Sendable, Hashable {
        /// Answers normally; combined with a delay for a slow service.
        case normal
        /// Answers with this reason without checking the request.
        case answer(Reason)
        /// Answers with this reason, then sends GOAWAY and closes the connection.
        case answerAndGoAway(Reason)
        /// Sends GOAWAY with this reason and closes the connection, without processing the push.
        case goAway(Reason)
        /// Closes the connection without GOAWAY, without processing the push.
        case cut
        /// Accepts the push and closes the connection before the answer.
        case cutAfterAccepting
    }

    /// The name of a behaviour on the command line.
    public enum Name: String, Sendable, CaseIterable {
        case normal, answer
        case answerAndGoAway = "answer-and-go-away"
        case goAway = "go-away"
        case cut
        case cutAfterAccepting = "cut-after-accepting"

        /// Whether the behaviour has a reason.
        public var hasReason: Bool { [.answer, .answerAndGoAway, .goAway].contains(self) }

        /// Returns the behaviour with a reason, if it has one.
        public func behaviour(because reason: Reason) -> Behaviour {
            switch self {
            case .normal: .normal
            case .answer: .answer(reason)
            case .answerAndGoAway: .answerAndGoAway(reason)
            case .goAway: .goAway(reason)
            case .cut: .cut
            case .cutAfterAccepting: .cutAfterAccepting
            }
        }
    }

    /// The behaviour of the service.
    public var behaviour: Behaviour
    /// The delay before the behaviour.
    public var delay: Duration
    /// The number of requests that the fault affects; nil for all until `PushService.removeFaults()`.
    public var count: Int?
    /// The number of matching requests that are handled normally first.
    public var after: Int
    /// The device token that the fault is limited to, in lower-case hexadecimal; nil for every device.
    public var token: String?

    /// Creates a fault; see the properties.
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
