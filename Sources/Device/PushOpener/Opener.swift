import CryptoPrimitives
public import KeyManagement
import Platform
import SealedEnvelope
import StrictJSON

/// Opens sealed pushes for one app and one audience.
///
/// Create it once; it can be shared between threads.
public struct Opener: Sendable {
    /// The settings that a reader chooses (wire format §5); each has a safe default.
    public struct Policy: Sendable, Hashable {
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
        let now = clock.now.unixSeconds
        let envelope = try parse(text)
        let opened = try decrypt(envelope, purpose: purpose, at: now)
        let message = try message(decoding: opened.message)
        if let day = envelope.day {
            guard let chain = opened.recipient.enrolment?.chain, message.belongs(to: chain, on: day) else {
                throw Refusal(
                    .badMessage, "the message has another day than its envelope, or lives longer than its chain allows")
            }
        }
        try checkTimes(of: message, at: now)
        let content = try content(of: message, purpose: purpose)
        let replayCheck = try checkReplay(of: envelope, message: message, request: request, at: now)
        let isAdvanced =
            envelope.day == nil
            || keys.advance(
                to: min(message.issuedAt, UInt32(clamping: now)), opened: opened.recipient.thumbprint)
        return OpenedEnvelope(
            content: content, suite: envelope.suite, recipient: opened.recipient.thumbprint, sender: opened.sender,
            issuedAt: Date(unixTime: message.issuedAt),
            expiresAt: Date(unixTime: message.expiresAt), sequence: message.sequence,
            replayCheck: replayCheck, chainNotAdvanced: !isAdvanced)
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

    private func decrypt(_ envelope: Envelope, purpose: Purpose, at now: Int64) throws(Refusal) -> Envelope.Decrypted {
        let suite = envelope.suite
        guard suite != .hpkeBase || !keys.pinsProvider || policy.acceptsUnauthenticatedSender else {
            throw Refusal(
                .unauthenticatedSender, "suite \(suite.name) does not prove that the pinned provider sealed it")
        }
        let now = Date(timeIntervalSince1970: Double(now))
        var recipients = try keys.find(
            suite == .shared ? .shared : .device, KeyID(rawValue: envelope.recipient), for: purpose, at: now,
            unknown: .unknownKey, readsChains: suite == .hpkeAuthPSK)
        recipients = try keysOfSuite(of: envelope, among: recipients)
        var senders: [Key] = []
        if let sender = envelope.sender {
            senders = try keys.find(
                .provider, KeyID(rawValue: sender), for: purpose, at: now, unknown: .unknownSender)
        }
        if let day = envelope.day {
            guard day <= Chain.day(of: UInt32(clamping: now.unixSeconds + Int64(Message.futureSkew))) else {
                throw Refusal(.notYetValid, "it was sealed on a day that has not begun")
            }
            recipients.removeAll { $0.enrolment?.chain?.key(of: day) == nil }
            guard !recipients.isEmpty else {
                throw Refusal(.expired, "the key of the day on which it was sealed was erased")
            }
        }
        guard let binding = Binding(context, purpose: purpose),
            let opened = envelope.decrypted(for: recipients, from: senders, binding: binding)
        else { throw Refusal(.cannotOpen, "the envelope does not open") }
        return opened
    }

    /// The keys that were made for the suite of an envelope: an enrolled key opens suite 5 alone, from its answer on, and no other key does.
    private func keysOfSuite(of envelope: Envelope, among keys: [Key]) throws(Refusal) -> [Key] {
        let isSuitable = { (key: Key) in
            envelope.suite == .hpkeAuthPSK ? key.enrolment?.chain != nil : key.enrolment == nil
        }
        guard !keys.allSatisfy(isSuitable) else { return keys }
        let suitable = keys.filter(isSuitable)
        guard suitable.isEmpty, let key = keys.first else { return suitable }
        throw Refusal(
            .suiteMismatch, "key \(key.id) was not made for suite \(envelope.suite.name)", key: key.id, role: key.role)
    }

    private func message(decoding bytes: [UInt8]) throws(Refusal) -> Message {
        do throws(MessageError) {
            return try Message(decoding: bytes)
        } catch {
            throw Refusal(.badMessage, error.rawValue)
        }
    }

    private func checkTimes(of message: Message, at now: Int64) throws(Refusal) {
        let (issuedAt, expiresAt) = (Int64(message.issuedAt), Int64(message.expiresAt))
        guard issuedAt - now <= Message.futureSkew else {
            throw Refusal(.notYetValid, "it was sealed \(issuedAt - now) seconds from now")
        }
        guard now - expiresAt <= Message.pastSkew else {
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

    private func checkReplay(
        of envelope: Envelope, message: Message, request: String?, at now: Int64
    ) throws(Refusal) -> ReplayCheck {
        guard let replayStore else { return .noStore }
        let end = Date(timeIntervalSince1970: Double(message.expiresAt) + Double(Message.pastSkew))
        // Beside a provider's keys, the time of a sender that nothing authenticates ends no entry.
        let issuedAt = envelope.sender != nil || !keys.pinsProvider ? message.issuedAt : 0
        let verdict: ReplayVerdict
        do {
            verdict = try replayStore.remember(
                Array(SHA256.digest(of: envelope.bytes.slice.span).prefix(16)),
                request: request.flatMap { $0.isEmpty ? nil : $0 }, until: end,
                issuedAt: Date(unixTime: issuedAt), now: Date(timeIntervalSince1970: Double(now)))
        } catch {
            return .failed
        }
        guard verdict != .replayed else { throw Refusal(.replayed, "the same envelope was opened before") }
        return verdict == .firstInFullStore ? .madeInFullStore : .made
    }
}
