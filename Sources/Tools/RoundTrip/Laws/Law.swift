/// A property that holds for every payload that a sealer accepts, in every suite, with every padding; the last two hold
/// for every case of a ``Corpus``.
///
/// The raw value is the name; `allCases` is in the order of checking.
public enum Law: String, CaseIterable, Sendable {
    /// Opening returns exactly the payload that was sealed.
    case restoredExactly
    /// Only the permitted members are readable in transit.
    case nothingSealedIsVisible
    /// The body is within the limit of the push type, and the number of bytes left is exact.
    case sizeExactAtTheEdge
    /// The visible part has the members of the wire format, and no other.
    case visiblePartExact
    /// The padding, and so the length of the body, is that of the wire format.
    case lengthExact
    /// The fields of the message are those that the caller gave.
    case fieldsReadBack
    /// Each envelope has random bytes of its own.
    case randomnessFresh
    /// A change of any bit of the envelope is refused.
    case everyBitFlipRefused
    /// Any other length of the envelope or of the body is refused.
    case everyTruncationRefused
    /// An envelope is accepted only in the suite it was sealed in, never in a weaker one.
    case noOtherSuiteAccepted
    /// Another key does not open the envelope.
    case wrongKeyRefused
    /// Another sender is not accepted as the provider.
    case wrongSenderRefused
    /// An envelope for one app does not open in another.
    case wrongTopicRefused
    /// An envelope for one account does not open under another.
    case wrongAudienceRefused
    /// An envelope for one purpose does not open for another.
    case wrongPurposeRefused
    /// An envelope is not opened for a second request.
    case replayRefused
    /// An expired push is refused, to the second.
    case expiredRefused
    /// A push sealed in the future is refused, to the second.
    case futureRefused
    /// Edits of the visible part do not change the delivered payload.
    case visiblePartIgnored
    /// Visible members are delivered from the seal.
    case visibleMembersRestored
    /// A JSON library in transit may serialize the body again.
    case rewritingHarmless
    /// A rotation loses no push in transit, and the old key no longer opens after its end.
    case rotationKept
    /// The extension shows the content that the provider sealed.
    case shownAsMeant
    /// A refused push shows its placeholder, whatever the reason for the refusal.
    case placeholderWhenRefused
    /// The test vectors of the wire format are opened, sealed and refused as they state.
    case knownAnswersKept
    /// The hostile corpus is refused, each case with its code.
    case hostileRefused

    /// Whether the law is about payloads; otherwise it is about the cases of a ``Corpus``.
    public var isAboutPayloads: Bool { self != .knownAnswersKept && self != .hostileRefused }

    /// The statement of the law, in one sentence.
    public var sentence: String {
        switch self {
        case .restoredExactly: "the delivered payload is the payload that was sealed"
        case .nothingSealedIsVisible:
            "the body shows the placeholder and the visible members, and no other text of the payload"
        case .sizeExactAtTheEdge:
            "the body is within the limit, the reported bytes left fit, and one more is refused (of two envelopes, three more)"
        case .visiblePartExact:
            "the body without its envelopes is the visible part of the wire format (§4.2, §4.3)"
        case .lengthExact:
            "a message is padded to the exact number of bytes that its block and the limit permit (§3, §6)"
        case .fieldsReadBack:
            "the message has the issue time, expiry and sequence that were given, and no other field (§3)"
        case .randomnessFresh: "the random bytes of an envelope do not occur in another of the same payload (§9.8)"
        case .everyBitFlipRefused: "an envelope with one bit flipped is refused, with the code for its position"
        case .everyTruncationRefused:
            "an envelope cut to any length, or longer by one byte, is refused, and so is a body cut to any length"
        case .noOtherSuiteAccepted:
            "an envelope with another suite's number is refused, and one without a sender if a provider is pinned"
        case .wrongKeyRefused: "a device with another key refuses, also with that key's id in the envelope"
        case .wrongSenderRefused:
            "a push sealed by another provider is refused, also with the pinned provider's id in its envelope"
        case .wrongTopicRefused: "another topic is refused, also with the boundary between topic and audience moved"
        case .wrongAudienceRefused: "another audience is refused"
        case .wrongPurposeRefused: "an envelope sealed for one push type is refused for every other"
        case .replayRefused: "an envelope opens for one request, repeatedly with the same result, and for no other"
        case .expiredRefused: "a push opens until its expiry plus the clock skew, and not a second later"
        case .futureRefused: "a push sealed later than the device's clock plus the skew is refused"
        case .visiblePartIgnored:
            "a member added, changed or removed next to the envelope does not change the delivered payload"
        case .visibleMembersRestored:
            "with any choice of visible members the delivered payload is the payload that was sealed"
        case .rewritingHarmless: "order, white space and escapes of the body may change in transit"
        case .rotationKept: "before, during and after a rotation a push opens according to the states of its keys"
        case .shownAsMeant:
            "an alert that opens is shown with the texts that were sealed, without its envelope, handed over once and in time"
        case .placeholderWhenRefused:
            "a refused push is shown as its placeholder, like a push without an envelope, handed over once and in time"
        case .knownAnswersKept:
            "a test vector opens to its payload, a new seal of the payload is like the vector, and vectors of refusals are refused"
        case .hostileRefused: "a body or payload of the hostile corpus is refused, a body with the code of its case"
        }
    }
}

extension LawCheck {
    /// Checks a law.
    func verdict(on law: Law) async throws(ProgramFailure) -> Verdict {
        let before = trials.count
        do {
            switch law {
            case .restoredExactly: try await restoredExactly()
            case .nothingSealedIsVisible: try nothingSealedIsVisible()
            case .sizeExactAtTheEdge: try await sizeExactAtTheEdge()
            case .visiblePartExact: try visiblePartExact()
            case .lengthExact: try await lengthExact()
            case .fieldsReadBack: try await fieldsReadBack()
            case .randomnessFresh: try await randomnessFresh()
            case .everyBitFlipRefused: try await everyBitFlipRefused()
            case .everyTruncationRefused: try await everyTruncationRefused()
            case .noOtherSuiteAccepted: try await noOtherSuiteAccepted()
            case .wrongKeyRefused: try await wrongKeyRefused()
            case .wrongSenderRefused: try await wrongSenderRefused()
            case .wrongTopicRefused: try await wrongTopicRefused()
            case .wrongAudienceRefused: try await wrongAudienceRefused()
            case .wrongPurposeRefused: try await wrongPurposeRefused()
            case .replayRefused: try await replayRefused()
            case .expiredRefused: try await expiredRefused()
            case .futureRefused: try await futureRefused()
            case .visiblePartIgnored: try await visiblePartIgnored()
            case .visibleMembersRestored: try await visibleMembersRestored()
            case .rewritingHarmless: try await rewritingHarmless()
            case .rotationKept: try await rotationKept()
            case .shownAsMeant: try await shownAsMeant()
            case .placeholderWhenRefused: try await placeholderWhenRefused()
            case .knownAnswersKept, .hostileRefused:
                throw Verdict.doesNotApply("the law is about the cases of a corpus")
            }
            return .held(trials: trials.count - before)
        } catch let verdict as Verdict {
            return verdict
        } catch let failure as ProgramFailure {
            throw failure
        } catch {
            // An error other than the expected one breaks the law.
            return .broken("failed with \(error)")
        }
    }
}
