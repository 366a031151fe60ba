public import KeyManagement
public import PushPayload
import SealedEnvelope
import SodiumCrypto
import StrictJSON

/// Opens sealed pushes for one app and one audience: a value to make once and use from everywhere.
public struct Opener: Sendable {
    /// What a reader may decide for itself (wire format §4, §7); each has a safe default.
    public struct Policy: Sendable, Hashable {
        /// How far the clocks of provider and device may differ, in seconds.
        public var clockSkew: UInt32 = 60
        /// How long an envelope without expiry is remembered, in seconds; APNs stores none longer than 30 days.
        public var replayAge: UInt32 = 30 * 24 * 60 * 60
        /// Whether suites 2 and 4 are opened although a provider key is pinned.
        public var acceptsUnauthenticatedSender = false
        /// The root key that the envelope stands under.
        public var envelopeKey = "sealed"

        /// Makes the default policy.
        public init() {}
    }

    private let keys: OpeningKeys
    private let context: SealingContext
    private let policy: Policy
    private let clock: WallClock
    private let replayStore: (any ReplayStore)?

    /// Makes an opener; topic and audience must be the provider's.
    ///
    /// - Throws: ``KeyError`` with `invalidName` when topic or audience is longer than 65,535 bytes of UTF-8.
    public init(
        keys: OpeningKeys,
        topic: String,
        audience: String = "",
        policy: Policy = Policy(),
        clock: WallClock = .system,
        replayStore: (any ReplayStore)? = nil
    ) throws(KeyError) {
        guard let context = SealingContext(topic: topic, audience: audience) else {
            throw KeyError(.invalidName, "topic and audience have at most 65535 bytes of UTF-8 each")
        }
        self.keys = keys
        self.context = context
        self.policy = policy
        self.clock = clock
        self.replayStore = replayStore
    }

    /// Opens the body of a push.
    ///
    /// - Throws: ``Refusal``; nothing of what was sealed leaves this function then.
    public func open(_ body: [UInt8], request: String? = nil) throws(Refusal) -> OpenedPush {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw Refusal(.malformed, "the payload is not strict JSON: \(error)")
        }
        let kind = value.kind
        guard case .object(let root) = consume value else {
            throw Refusal(.malformed, "the payload is not a dictionary, but a \(kind)")
        }
        return try open(root, request: request)
    }

    /// Opens a payload that was parsed already.
    ///
    /// `request` is the id of the notification request, by which the system calling twice is told from a replay.
    ///
    /// - Throws: ``Refusal``; nothing of what was sealed leaves this function then.
    public func open(_ payload: Payload, request: String? = nil) throws(Refusal) -> OpenedPush {
        try open(payload.root, request: request)
    }

    private func open(_ root: consuming JSONObject, request: String?) throws(Refusal) -> OpenedPush {
        let now = clock.now
        guard let place = root.place(of: policy.envelopeKey) else {
            throw Refusal(.notSealed, "the payload has no member \(policy.envelopeKey)")
        }
        let envelope = try envelope(at: place, of: root)
        let message = try message(decoding: decrypt(envelope, at: now))
        try checkTimes(of: message, at: now)
        let overlay = try overlay(of: message)
        let isReplayChecked = try checkReplay(of: envelope, message: message, request: request, at: now)

        let visiblePart = judge(root, without: place, by: message.outerDigest)
        let payload =
            visiblePart == .changed
            ? MergePatch.merge(markOfDisplay(in: root), with: overlay)
            : MergePatch.merge(root, without: place, with: overlay)
        return OpenedPush(
            payload: Payload(payload), suite: envelope.suite,
            recipient: KeyID(rawValue: envelope.recipient),
            sender: envelope.sender.map(KeyID.init(rawValue:)), issuedAt: message.issuedAt,
            expiresAt: message.expiresAt, sequence: message.sequence, visiblePart: visiblePart,
            isReplayChecked: isReplayChecked)
    }

    // MARK: - The steps, in the order of the wire format

    private func envelope(at place: Int, of root: JSONObject) throws(Refusal) -> Envelope {
        do throws(EnvelopeError) {
            let envelope = try root.withString(at: place) { (text) throws(EnvelopeError) in try Envelope(text: text) }
            if let envelope { return envelope }
        } catch {
            switch error {
            case .notBase64URL:
                throw Refusal(.malformed, "the envelope is not unpadded base64url")
            case .tooShort(let byteCount, let minimum):
                throw Refusal(.malformed, "the envelope has \(byteCount) bytes, its suite at least \(minimum)")
            case .unknownSuite(let number):
                throw Refusal(.unknownSuite, "suite \(number) is not known")
            }
        }
        throw Refusal(.malformed, "the envelope is not a string, but a \(root.value(at: place).kind)")
    }

    private func decrypt(_ envelope: Envelope, at now: UInt32) throws(Refusal) -> [UInt8] {
        let suite = envelope.suite
        guard suite.authenticatesSender || !keys.pinsProvider || policy.acceptsUnauthenticatedSender else {
            throw Refusal(
                .unauthenticatedSender, "suite \(suite.name) does not prove that the pinned provider sealed it")
        }
        let role: KeyRole = suite == .shared ? .shared : .device
        let recipients = try keys.find(
            role, KeyID(rawValue: envelope.recipient), at: now, unknown: .unknownKey)
        var senders: [Key] = []
        if let sender = envelope.sender {
            senders = try keys.find(.provider, KeyID(rawValue: sender), at: now, unknown: .unknownSender)
        }
        guard let message = envelope.message(for: recipients, from: senders, in: context) else {
            throw Refusal(.cannotOpen, "the envelope does not open")
        }
        return message
    }

    private func message(decoding bytes: [UInt8]) throws(Refusal) -> Message {
        do throws(MessageError) {
            return try Message(decoding: bytes)
        } catch {
            switch error {
            case .unknownFlags(let flags):
                throw Refusal(.badMessage, "the message has flags of another version: \(flags)")
            case .truncated:
                throw Refusal(.badMessage, "the message is shorter than its flags promise")
            case .notPadded:
                throw Refusal(.badMessage, "the message does not end with padding")
            }
        }
    }

    private func checkTimes(of message: Message, at now: UInt32) throws(Refusal) {
        let skew = UInt64(policy.clockSkew)
        guard UInt64(message.issuedAt) <= UInt64(now) + skew else {
            throw Refusal(.notYetValid, "it was sealed \(message.issuedAt - now) seconds from now")
        }
        if let expiresAt = message.expiresAt, UInt64(now) > UInt64(expiresAt) + skew {
            throw Refusal(.expired, "it expired \(now - expiresAt) seconds ago")
        }
    }

    private func overlay(of message: Message) throws(Refusal) -> JSONObject {
        do throws(JSONError) {
            if case .object(let overlay) = try JSONValue(parsing: message.overlay) { return overlay }
        } catch {
            // The parser's reason could name members of what was sealed.
            throw Refusal(.badMessage, "the overlay is not strict JSON")
        }
        throw Refusal(.badMessage, "the overlay is not a dictionary")
    }

    /// Returns whether a store has checked it.
    private func checkReplay(
        of envelope: Envelope,
        message: Message,
        request: String?,
        at now: UInt32
    ) throws(Refusal) -> Bool {
        guard let replayStore else { return false }
        let expiry =
            message.expiresAt.map { UInt64($0) + UInt64(policy.clockSkew) } ?? UInt64(now) + UInt64(policy.replayAge)
        let verdict: ReplayVerdict
        do {
            verdict = try replayStore.remember(
                BLAKE2b.digest(of: envelope.bytes.span), request: request.flatMap { $0.isEmpty ? nil : $0 },
                until: UInt32(clamping: expiry), now: now)
        } catch {
            return false
        }
        guard verdict != .replayed else { throw Refusal(.replayed, "the same envelope was opened before") }
        return true
    }

    /// What is known of the payload without the envelope, which stands at a place.
    private func judge(_ root: JSONObject, without envelope: Int, by digest: ArraySlice<UInt8>?)
        -> OpenedPush.VisiblePart
    {
        guard let digest else { return .unprotected }
        guard let found = try? VisibleDigest.digest(of: root, without: envelope),
            constantTimeEqual(found.span, digest.span)
        else { return .changed }
        return .verified
    }

    /// All that is delivered of a visible part that was changed: the fact that the push was displayed.
    private func markOfDisplay(in root: JSONObject) -> JSONObject {
        guard root["aps"]?.objectValue?["mutable-content"]?.numberValue?.int == 1 else { return JSONObject() }
        return ["aps": ["mutable-content": 1]]
    }
}
