import CryptoPrimitives
public import KeyManagement
import Platform
public import SealedEnvelope
import StrictJSON

/// Opens sealed pushes for one app and one audience.
///
/// Create it once; it can be shared between threads.
public struct Opener: Sendable {
    /// The settings that a reader chooses (wire format §5); each has a safe default.
    public struct Policy: Sendable, Hashable {
        /// The tolerated difference between the clocks of provider and device, in whole seconds.
        public var clockSkew = Duration.seconds(60)
        /// The time for which an envelope without expiry is stored; APNs stores a push for at most 30 days.
        public var replayAge = Duration.days(30)
        /// Whether suite 2 is opened although a provider key is pinned.
        public var acceptsUnauthenticatedSender = false
        /// The name of the member that holds the envelope.
        public var envelopeKey = "sealed"

        /// Creates the default policy.
        public init() {}
    }

    let keys: OpeningKeys
    let policy: Policy
    private let context: Context
    private let clock: WallClock
    private let replayStore: (any ReplayStore)?
    /// The function that is told how each call has ended, on the caller's thread before the call returns; none by default.
    public var observer: (@Sendable (OpenEvent) -> Void)?

    /// Creates an opener; topic and audience must be the provider's.
    ///
    /// - Throws: `KeyError` with `invalidName` if topic or audience is longer than 65,535 bytes of UTF-8.
    public init(
        keys: OpeningKeys, topic: String, audience: String = "", policy: Policy = Policy(),
        clock: WallClock = .system, replayStore: (any ReplayStore)? = nil
    ) throws(KeyError) {
        guard let context = Context(topic: topic, audience: audience) else {
            throw KeyError(
                .invalidName, "expected topic and audience of at most \(Context.maximumByteCount) bytes of UTF-8 each")
        }
        self.keys = keys
        self.context = context
        self.policy = policy
        self.clock = clock
        self.replayStore = replayStore
    }

    /// Opens a separate envelope, such as one for a widget's state or for a message on another transport.
    ///
    /// `envelope` is base64url text, `purpose` the one that the provider sealed it for. `request` is the id of the
    /// notification request, which distinguishes a second call by the system from a replay.
    ///
    /// - Throws: ``Refusal``, which contains nothing of the sealed content.
    public func open(
        envelope text: String, purpose: Purpose, request: String? = nil
    ) throws(Refusal) -> OpenedEnvelope {
        try observing(as: nil, \.self) { () throws(Refusal) in
            try openEnvelope(text, purpose: purpose, request: request)
        }
    }

    /// The steps of an opening.
    func openEnvelope(_ text: String, purpose: Purpose, request: String?) throws(Refusal) -> OpenedEnvelope {
        // The format counts whole seconds; a fraction would end an expiry or a grace for one check and not for another.
        let now = clock.now.wholeSecond
        let envelope = try parse(text)
        let message = try message(decoding: decrypt(envelope, purpose: purpose, at: now))
        try checkTimes(of: message, at: now)
        let content = try content(of: message, purpose: purpose)
        let isReplayChecked = try checkReplay(of: envelope, message: message, request: request, at: now)
        return OpenedEnvelope(
            content: content, suite: envelope.suite, recipient: KeyID(rawValue: envelope.recipient),
            sender: envelope.sender.map(KeyID.init(rawValue:)), issuedAt: Date(unixTime: message.issuedAt),
            expiresAt: message.expiresAt.map(Date.init(unixTime:)), sequence: message.sequence,
            isReplayChecked: isReplayChecked)
    }

    // MARK: - The steps, in the order of the wire format

    private func parse(_ text: String) throws(Refusal) -> Envelope {
        do throws(EnvelopeError) {
            return try Envelope(text: text)
        } catch {
            if case .unknownSuite = error { throw Refusal(.unknownSuite, error.reason) }
            throw Refusal(.malformed, error.reason)
        }
    }

    private func decrypt(_ envelope: Envelope, purpose: Purpose, at now: Date) throws(Refusal) -> [UInt8] {
        let suite = envelope.suite
        guard suite.authenticatesSender || !keys.pinsProvider || policy.acceptsUnauthenticatedSender else {
            throw Refusal(
                .unauthenticatedSender, "suite \(suite.name) does not prove that the pinned provider sealed it")
        }
        let recipients = try keys.find(
            suite == .shared ? .shared : .device, KeyID(rawValue: envelope.recipient), at: now, unknown: .unknownKey)
        var senders: [Key] = []
        if let sender = envelope.sender {
            senders = try keys.find(.provider, KeyID(rawValue: sender), at: now, unknown: .unknownSender)
        }
        guard let binding = Binding(context, purpose: purpose),
            let message = envelope.message(for: recipients, from: senders, binding: binding)
        else { throw Refusal(.cannotOpen, "the envelope does not open") }
        return message
    }

    private func message(decoding bytes: [UInt8]) throws(Refusal) -> Message {
        do throws(MessageError) {
            return try Message(decoding: bytes)
        } catch {
            switch error {
            case .unknownFlags:
                throw Refusal(.badMessage, "the message has flags of another version")
            case .truncated:
                throw Refusal(.badMessage, "the message is shorter than its flags demand")
            case .notPadded:
                throw Refusal(.badMessage, "the message does not end with padding")
            }
        }
    }

    private func checkTimes(of message: Message, at now: Date) throws(Refusal) {
        let (now, skew) = (now.unixTime, UInt64(policy.clockSkew.wholeSeconds))
        guard UInt64(message.issuedAt) <= UInt64(now) + skew else {
            throw Refusal(.notYetValid, "it was sealed \(message.issuedAt - now) seconds from now")
        }
        if let expiresAt = message.expiresAt, UInt64(now) > UInt64(expiresAt) + skew {
            throw Refusal(.expired, "it expired \(now - expiresAt) seconds ago")
        }
    }

    private func content(of message: Message, purpose: Purpose) throws(Refusal) -> JSONObject {
        let limits = JSONLimits(maximumDepth: SealedObject.maximumDepth(for: purpose))
        do throws(JSONError) {
            if case .object(let content) = try JSONValue(parsing: message.content.span, limits: limits) {
                return content
            }
        } catch {
            // The parser's reason could name members of the sealed content.
            throw Refusal(.badMessage, "the content is not strict JSON")
        }
        throw Refusal(.badMessage, "the content is not a JSON object")
    }

    /// Returns whether a store has checked the envelope.
    private func checkReplay(
        of envelope: Envelope, message: Message, request: String?, at now: Date
    ) throws(Refusal) -> Bool {
        guard let replayStore else { return false }
        let expiry =
            message.expiresAt.map { Date(unixTime: $0).adding(policy.clockSkew) } ?? now.adding(policy.replayAge)
        let verdict: ReplayVerdict
        do {
            verdict = try replayStore.remember(
                Array(SHA256.digest(of: envelope.bytes.slice.span).prefix(16)),
                request: request.flatMap { $0.isEmpty ? nil : $0 }, until: expiry, now: now)
        } catch {
            return false
        }
        guard verdict != .replayed else { throw Refusal(.replayed, "the same envelope was opened before") }
        return true
    }
}
