/// A property that holds for every payload that a sealer accepts, in every suite, with every padding; the last two hold
/// for every test vector and hostile case of `sealedpush roundtrip --vectors --hostile`.
///
/// The raw value is the name; `allCases` is in the order of checking.
public enum Law: String, CaseIterable, Sendable {
    /// The delivered payload is the payload that was sealed.
    case restoredExactly
    /// The body shows the placeholder and the visible members, and no other text of the payload.
    case nothingSealedIsVisible
    /// The body is within the limit, the reported bytes left fit, and one more (of two envelopes, three more) is refused.
    case sizeExactAtTheEdge
    /// The body without its envelopes is the visible part of the wire format (§4.2, §4.3).
    case visiblePartExact
    /// A message is padded to the exact number of bytes that its block and the limit permit (§3, §6).
    case lengthExact
    /// The message has the issue time, expiry and sequence that were given, and no other field (§3).
    case fieldsReadBack
    /// The random bytes of an envelope do not occur in another of the same payload (§9.8).
    case randomnessFresh
    /// An envelope with one bit flipped is refused, with the code for its position.
    case everyBitFlipRefused
    /// An envelope cut to any length, or longer by one byte, is refused, and so is a body cut to any length.
    case everyTruncationRefused
    /// An envelope with another suite's number is refused, and one without a sender if a provider is pinned.
    case noOtherSuiteAccepted
    /// A device with another key refuses, also with that key's id in the envelope.
    case wrongKeyRefused
    /// A push sealed by another provider is refused, also with the pinned provider's id in its envelope.
    case wrongSenderRefused
    /// Another topic is refused, also with the boundary between topic and audience moved.
    case wrongTopicRefused
    /// Another audience is refused.
    case wrongAudienceRefused
    /// An envelope sealed for one push type is refused for every other.
    case wrongPurposeRefused
    /// An envelope opens for one request, repeatedly with the same result, and for no other.
    case replayRefused
    /// A push opens until 60 seconds after its expiry, and not a second later.
    case expiredRefused
    /// A push sealed more than 300 seconds after the device's clock is refused.
    case futureRefused
    /// A member added, changed or removed next to the envelope does not change the delivered payload.
    case visiblePartIgnored
    /// With any choice of visible members the delivered payload is the payload that was sealed.
    case visibleMembersRestored
    /// Order, white space and escapes of the body may change in transit.
    case rewritingHarmless
    /// Before, during and after a rotation a push opens according to the states of its keys.
    case rotationKept
    /// An alert that opens is shown with the texts that were sealed, without its envelope, once and in time.
    case shownAsMeant
    /// A refused push is shown as its placeholder, like a push without an envelope, handed over once and in time.
    case placeholderWhenRefused
    /// A test vector opens to its payload, and a new seal of that is like the vector; or it is refused.
    case knownAnswersKept
    /// A body or payload of the hostile corpus is refused, a body with the code of its case.
    case hostileRefused

    /// Whether the law is about payloads; otherwise it is about the cases of a corpus.
    package var isAboutPayloads: Bool { self != .knownAnswersKept && self != .hostileRefused }
}

extension LawCheck {
    /// Checks a law.
    func verdict(on law: Law) async -> Verdict {
        await .of {
            let before = trials.count
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
            #if canImport(ExtensionHost)
            case .shownAsMeant: try await shownAsMeant()
            case .placeholderWhenRefused: try await placeholderWhenRefused()
            #else
            case .shownAsMeant, .placeholderWhenRefused:
                throw Verdict.doesNotApply("extensions are run on Linux only")
            #endif
            case .knownAnswersKept, .hostileRefused:
                throw Verdict.doesNotApply("the law is about the cases of a corpus")
            }
            return trials.count - before
        }
    }
}
