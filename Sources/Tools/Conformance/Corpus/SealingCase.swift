import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON

/// A payload, or the content of an envelope on its own, with the inputs of a sealer and the result that it must have.
struct SealingCase: Sendable {
    enum Content: Sendable {
        case payload(Payload)
        /// A text that is not a payload; it can be given to a program only.
        case text(String)
        case envelope(JSONObject, purpose: String)

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

    enum Expected: Sendable {
        case like(ExpectedSeal)
        /// A refusal: as `tooLarge`, or with any other code; nil for any code.
        case refused(asTooLarge: Bool?)
    }

    let content: Content
    let input: SealingInput
    let expected: Expected

    /// Seals it, and returns the number of trials.
    ///
    /// - Throws: A verdict for another result than the expected one; other errors of the implementation.
    func check(_ implementation: Implementation) async throws -> Int {
        do {
            switch content {
            case .payload(let payload):
                let body = try await implementation.seal(payload, input).body
                try await expected.seal.check(body, sealedBy: input)
            case .envelope(let content, let purpose):
                let text = try await implementation.sealEnvelope(content, purpose, input)
                try await expected.seal.check(text, purpose: purpose, sealedBy: input)
            case .text(let text):
                guard let sealText = implementation.sealText else {
                    throw LawOutcome.Verdict.doesNotApply("the text is not a payload, and the sealer takes no other")
                }
                _ = try await sealText(text, input)
                _ = try expected.seal
            }
        } catch let error as SealError {
            guard case .refused(let asTooLarge) = expected else {
                throw LawOutcome.Verdict.broken("refused as \(error.code), expected it to be sealed")
            }
            guard asTooLarge == nil || asTooLarge == (error.code == .tooLarge) else {
                throw LawOutcome.Verdict.broken(
                    "refused as \(error.code), expected \(asTooLarge == true ? "tooLarge" : "another code")")
            }
        }
        return 1
    }
}

extension SealingCase.Expected {
    /// The properties of the seal.
    ///
    /// - Throws: A verdict if a refusal is expected.
    fileprivate var seal: ExpectedSeal {
        get throws {
            guard case .like(let seal) = self else {
                throw LawOutcome.Verdict.broken("sealed, expected a refusal")
            }
            return seal
        }
    }
}

/// The properties of a test vector that every seal of its payload has, whatever its random bytes.
struct ExpectedSeal: Sendable {
    let suite: SealingSuite
    /// The header of each envelope, its message and the size of that with padding.
    let parts: [(header: [UInt8], message: Message, byteCount: Int)]
    let visible: JSONObject
    /// The length of the body with `""` for each envelope; 0 for an envelope on its own.
    let visibleByteCount: Int
    let delivered: JSONObject

    /// Requires the properties in a body.
    func check(_ body: [UInt8], sealedBy input: SealingInput) async throws {
        let sealed = try SealedBody(body, sealedBy: input)
        if let difference = sealed.visible.difference(from: visible) {
            throw LawOutcome.Verdict.broken("the visible part: \(difference)")
        }
        try require(sealed.parts, visibleByteCount: sealed.visibleByteCount)
        let sizes = MessageSizes(sealedBy: input, suite: suite, visibleByteCount: sealed.visibleByteCount)
        guard sizes.padded(sealed.parts.map(\.message)) == sealed.parts.map(\.messageByteCount) else {
            throw Self.wrongPadding
        }
        let opened = try await Implementation.toolkit.open(body, input.opening)
        if let difference = opened.root.difference(from: delivered) { throw LawOutcome.Verdict.broken(difference) }
    }

    /// Requires the properties in the text of an envelope on its own.
    func check(_ text: String, purpose: String, sealedBy input: SealingInput) async throws {
        try require([SealedPart(text, purpose: Purpose(rawValue: purpose), sealedBy: input)], visibleByteCount: 0)
        let opened = try await Implementation.toolkit.openEnvelope(text, purpose, input.opening)
        if let difference = opened.difference(from: delivered) { throw LawOutcome.Verdict.broken(difference) }
    }

    /// Requires the headers, the fields and the sizes of the vector.
    private func require(_ found: [SealedPart], visibleByteCount: Int) throws(LawOutcome.Verdict) {
        guard found.count == parts.count else { throw .broken("\(found.count) envelopes, expected \(parts.count)") }
        for (found, part) in zip(found, parts) {
            guard found.envelope.header.elementsEqual(part.header) else {
                throw .broken("the header is not that of the vector")
            }
            let (message, expected) = (found.message, part.message)
            guard message.issuedAt == expected.issuedAt, message.expiresAt == expected.expiresAt,
                message.sequence == expected.sequence
            else { throw .broken("flags, issuedAt, expiresAt or sequence are not those of the vector") }
            // A sealer may spell the JSON in another way, and then the message may have another size.
            let isAlike = message.content.count == expected.content.count && visibleByteCount == self.visibleByteCount
            guard !isAlike || found.messageByteCount == part.byteCount else { throw Self.wrongPadding }
        }
    }

    private static let wrongPadding = LawOutcome.Verdict.broken(
        "the message is not padded to the size of the wire format")
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
