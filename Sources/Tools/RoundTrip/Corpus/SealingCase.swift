import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// A payload, or the content of an envelope on its own, with the inputs of a sealer and the result that it must have.
struct SealingCase: Sendable {
    enum Content: Sendable {
        case payload(Payload)
        /// A text that is not a payload; it can be given to a program only.
        case text(String)
        case envelope(JSONObject, purpose: String)
    }

    enum Expected: Sendable {
        case like(ExpectedSeal)
        /// A refusal: as `tooLarge`, or with any other code.
        case refused(asTooLarge: Bool)
    }

    let content: Content
    let input: SealingInput
    let expected: Expected

    /// Seals it, and returns the number of trials.
    ///
    /// - Throws: A verdict for another result than the expected one; other errors of the implementation.
    func check(_ implementation: Implementation) async throws -> Int {
        do {
            switch (content, expected) {
            case (.payload(let payload), .like(let seal)):
                try await check(implementation.seal(payload, input).body, of: payload, like: seal)
            case (.envelope(let content, let purpose), .like(let seal)):
                try await check(
                    implementation.sealEnvelope(content, purpose, input), of: content, purpose: purpose, like: seal)
            case (.payload(let payload), .refused):
                _ = try await implementation.seal(payload, input)
                throw LawOutcome.Verdict.broken("sealed, expected a refusal")
            case (.text(let text), _):
                guard let sealText = implementation.sealText else {
                    throw LawOutcome.Verdict.doesNotApply("the text is not a payload, and the sealer takes no other")
                }
                _ = try await sealText(text, input)
                throw LawOutcome.Verdict.broken("sealed, expected a refusal")
            case (.envelope(let content, let purpose), .refused):
                _ = try await implementation.sealEnvelope(content, purpose, input)
                throw LawOutcome.Verdict.broken("sealed, expected a refusal")
            }
        } catch let error as SealError {
            guard case .refused(let asTooLarge) = expected else {
                throw LawOutcome.Verdict.broken("refused as \(error.code), expected it to be sealed")
            }
            guard (error.code == .tooLarge) == asTooLarge else {
                throw LawOutcome.Verdict.broken(
                    "refused as \(error.code), expected \(asTooLarge ? "tooLarge" : "another code")")
            }
        }
        return 1
    }

    private func check(_ body: [UInt8], of payload: Payload, like expected: ExpectedSeal) async throws {
        let sealed = try SealedBody(body, sealedBy: input)
        if let difference = sealed.visible.difference(from: expected.visible) {
            throw LawOutcome.Verdict.broken("the visible part: \(difference)")
        }
        try expected.require(sealed.parts.map { ($0.envelope, $0.message) })
        let sizes = MessageSizes(
            sealedBy: input, suite: expected.suite, visibleByteCount: sealed.visibleByteCount)
        let byteCounts = sealed.parts.map(\.message.byteCount)
        guard sizes.padded(sealed.parts.map(\.message.unpaddedByteCount)) == byteCounts else {
            throw LawOutcome.Verdict.broken("the message is not padded to the size of the wire format")
        }
        // A sealer may spell the JSON in another way, and then the body has another length.
        if sealed.visibleByteCount == expected.visibleByteCount,
            sealed.parts.map(\.message.content.count) == expected.parts.map(\.message.content.count),
            body.count != expected.byteCount
        {
            throw LawOutcome.Verdict.broken("the body has \(body.count) bytes, not \(expected.byteCount)")
        }
        let opened = try await Implementation.toolkit.open(body, input.opening)
        if let difference = opened.root.difference(from: expected.delivered) {
            throw LawOutcome.Verdict.broken(difference)
        }
    }

    private func check(
        _ text: String, of content: JSONObject, purpose: String, like expected: ExpectedSeal
    ) async throws {
        guard let envelope = Base64Text.decode(text) else {
            throw LawOutcome.Verdict.broken("the envelope is not base64url without padding")
        }
        let message = try SealedMessage(in: envelope, purpose: Purpose(rawValue: purpose), sealedBy: input)
        try expected.require([(envelope, message)])
        if message.content.count == expected.parts.first?.message.content.count, text.utf8.count != expected.byteCount {
            throw LawOutcome.Verdict.broken(
                "the envelope has \(text.utf8.count) characters, not \(expected.byteCount)")
        }
        let opened = try await Implementation.toolkit.openEnvelope(text, purpose, input.opening)
        if let difference = opened.difference(from: content) { throw LawOutcome.Verdict.broken(difference) }
    }
}

extension SealingCase.Content {
    /// Takes the bytes of a payload, or of a text that is none; nil for bytes that are not UTF-8.
    init?(parsing bytes: [UInt8]) {
        if let payload = try? Payload(parsing: bytes) {
            self = .payload(payload)
        } else if let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else {
            return nil
        }
    }
}

/// The properties of a test vector that every seal of its payload has, whatever its random bytes.
struct ExpectedSeal: Sendable {
    let suite: SealingSuite
    /// The header and the message of each envelope.
    let parts: [(header: [UInt8], message: SealedMessage)]
    let visible: JSONObject
    /// The length of the body with `""` for each envelope; 0 for an envelope on its own.
    let visibleByteCount: Int
    /// The length of the body, or the number of characters of an envelope on its own.
    let byteCount: Int
    let delivered: JSONObject

    /// Requires the headers and the fields of the vector in the envelopes.
    func require(_ envelopes: [(bytes: [UInt8], message: SealedMessage)]) throws(LawOutcome.Verdict) {
        guard envelopes.count == parts.count else {
            throw .broken("\(envelopes.count) envelopes, expected \(parts.count)")
        }
        for (envelope, part) in zip(envelopes, parts) {
            guard envelope.bytes.starts(with: part.header) else {
                throw .broken("the header is not that of the vector")
            }
            guard envelope.message.fields == part.message.fields else {
                throw .broken("flags, issuedAt, expiresAt or sequence are not those of the vector")
            }
        }
    }
}

extension SealingInput {
    /// The inputs of a reader with the keys of both halves, at the time of sealing.
    fileprivate var opening: OpeningInput {
        var policy = Opener.Policy()
        policy.envelopeKey = options.envelopeKey
        policy.acceptsUnauthenticatedSender = true
        return OpeningInput(
            keys: keys, topic: topic, audience: audience, pushType: options.pushType ?? .alert, policy: policy, now: now
        )
    }
}
