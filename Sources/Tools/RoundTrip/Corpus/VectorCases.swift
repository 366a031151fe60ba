import Foundation
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension KnownAnswerFile {
    /// The cases of all lists.
    ///
    /// - Throws: ``CorpusError`` for a missing list and for a case without a field that it needs.
    func corpusCases() throws(CorpusError) -> [CorpusCase] {
        var cases: [CorpusCase] = []
        for (list, make) in [
            ("vectors", vector), ("envelopes", vector), ("readings", reading), ("refusals", reading),
            ("envelopeRefusals", reading), ("unsealable", unsealable),
        ] as [(String, (KnownAnswer, String) throws(CorpusError) -> CorpusCase)] {
            guard root[list]?.arrayValue?.isEmpty == false else {
                throw CorpusError(code: .invalidVectors, reason: "the test vectors have no list \(list)")
            }
            for answer in self.cases(list) { cases.append(try make(answer, "\(list)/\(answer)")) }
        }
        return cases
    }

    /// A body or an envelope on its own, to open and to seal again.
    private func vector(_ answer: KnownAnswer, _ name: String) throws(CorpusError) -> CorpusCase {
        let (suite, keys) = (try answer.suite(), try halves())
        var reader = try answer.opening(keys: keys)
        reader.policy.acceptsUnauthenticatedSender = true
        let content: SealingCase.Content
        let delivered: JSONObject
        if let payload = answer.fields["payload"]?.objectValue, let object = answer.fields["delivered"]?.objectValue {
            (content, delivered) = (.payload(Payload(payload)), object)
        } else {
            delivered = try answer.object("content")
            content = .envelope(delivered, purpose: try answer.require("purpose"))
        }
        let parts = answer.fields["parts"]?.arrayValue?.compactMap(\.objectValue).map(KnownAnswer.init) ?? [answer]
        let body = answer.text("body")
        let texts = try parts.map { part throws(CorpusError) in try part.require("envelope") }
        let byteCount = body?.utf8.count ?? texts[0].utf8.count
        let expected = ExpectedSeal(
            suite: suite,
            parts: try parts.map { part throws(CorpusError) in
                guard let message = try? SealedMessage(parsing: part.bytes("message")) else {
                    throw answer.missing("message")
                }
                return (try part.bytes("header"), message)
            },
            visible: answer.fields["visible"]?.objectValue ?? [:],
            visibleByteCount: texts.reduce(byteCount) { $0 - $1.utf8.count }, byteCount: byteCount, delivered: delivered
        )
        return CorpusCase(
            name: name, law: .knownAnswersKept, suites: [suite], padding: answer.padding,
            opening: OpeningCase(sealed: try answer.sealed(), input: reader, expected: .delivered(delivered)),
            sealing: SealingCase(
                content: content, input: try answer.sealing(keys: keys, suite: suite), expected: .like(expected)))
    }

    /// A reading or a refusal.
    private func reading(_ answer: KnownAnswer, _ name: String) throws(CorpusError) -> CorpusCase {
        var input = try answer.opening(
            keys: RoundTripKeys(
                device: keyring(answer.fields["device"], role: .device),
                provider: keyring(answer.fields["provider"], role: .provider),
                shared: keyring(answer.fields["shared"], role: .shared)))
        input.policy.clockSkew = answer.duration("skew") ?? .seconds(60)
        input.policy.acceptsUnauthenticatedSender = answer.fields["acceptsUnauthenticated"] == true
        let expected: OpeningCase.Expected
        if answer.text("deliveredText") != nil {
            expected = .delivered(try answer.object("deliveredText"))
        } else {
            guard let code = Refusal.Code(rawValue: try answer.require("expect")) else {
                throw answer.missing("expect")
            }
            expected = .refused(code)
        }
        let calls = try answer.fields["after"]?.arrayValue?.map { value throws(CorpusError) in
            let call = KnownAnswer(fields: value.objectValue ?? [:])
            guard let now = call.time("now") else { throw answer.missing("after") }
            return OpeningCase.Call(now: now, request: call.text("request"))
        }
        let sealed = try answer.sealed()
        let suites =
            switch sealed {
            case .body(let body): CorpusCase.suites(in: body, envelopeKey: input.policy.envelopeKey)
            case .envelope(let text, _): [CorpusCase.suite(of: text)].compactMap(\.self)
            }
        return CorpusCase(
            name: name, law: .knownAnswersKept, suites: suites,
            opening: OpeningCase(sealed: sealed, input: input, expected: expected, earlier: calls))
    }

    /// A payload that a sealer must refuse: the inputs are those of the vector `auth-minimal` if it has no others.
    private func unsealable(_ answer: KnownAnswer, _ name: String) throws(CorpusError) -> CorpusCase {
        guard var base = cases("vectors").first(where: { $0.text("name") == "auth-minimal" }) else {
            throw CorpusError(code: .invalidVectors, reason: "the test vectors have no auth-minimal")
        }
        base.fields["visiblePaths"] = []
        for member in answer.fields { base.fields[member.name] = member.value }
        guard let content = SealingCase.Content(parsing: Array(try answer.require("payloadText").utf8)) else {
            throw answer.missing("payloadText")
        }
        let input = try base.sealing(keys: halves(), suite: .hpkeAuth)
        var isTooLarge = false
        if case .payload(let payload) = content {
            isTooLarge = MessageSizes.isTooLarge(payload.root, sealedBy: input, suite: .hpkeAuth)
        }
        let sealing = SealingCase(content: content, input: input, expected: .refused(asTooLarge: isTooLarge))
        return CorpusCase(name: name, law: .knownAnswersKept, suites: [.hpkeAuth], sealing: sealing)
    }
}

extension KnownAnswer {
    fileprivate func suite() throws(CorpusError) -> SealingSuite {
        guard let suite = number("suite").flatMap(UInt8.init(exactly:)).flatMap(SealingSuite.init(rawValue:)) else {
            throw missing("suite")
        }
        return suite
    }

    /// The object in a field with JSON text.
    fileprivate func object(_ name: String) throws(CorpusError) -> JSONObject {
        guard let object = try? JSONValue(parsing: Array(try require(name).utf8)).objectValue else {
            throw missing(name)
        }
        return object
    }

    fileprivate func sealed() throws(CorpusError) -> OpeningCase.Sealed {
        if let body = text("body") { return .body(Array(body.utf8)) }
        if text("bodyHex") != nil { return .body(try bytes("bodyHex")) }
        return .envelope(try require("envelope"), purpose: try require("purpose"))
    }

    fileprivate func opening(keys: RoundTripKeys) throws(CorpusError) -> OpeningInput {
        guard let now = time("now") else { throw missing("now") }
        var policy = Opener.Policy()
        policy.envelopeKey = text("envelopeKey") ?? "sealed"
        return OpeningInput(
            keys: keys, topic: text("topic") ?? "", audience: text("audience") ?? "",
            pushType: PushType(rawValue: text("pushType") ?? "alert"), policy: policy, now: now,
            request: text("request"))
    }

    fileprivate func sealing(keys: RoundTripKeys, suite: SealingSuite) throws(CorpusError) -> SealingInput {
        guard let issuedAt = time("issuedAt") else { throw missing("issuedAt") }
        let options = SealOptions(
            visible: try visiblePaths(), expiresIn: expiresIn, sequence: sequence, padding: padding,
            envelopeKey: text("envelopeKey") ?? "sealed", pushType: PushType(rawValue: text("pushType") ?? "alert"),
            suite: suite, isBroadcast: fields["broadcast"] == true)
        return SealingInput(
            keys: keys, topic: text("topic") ?? "", audience: text("audience") ?? "",
            placeholder: fields["placeholder"]?.objectValue.map(Placeholder.init) ?? .standard, options: options,
            now: issuedAt)
    }
}

extension MessageSizes {
    /// Whether a payload is too large, written compactly and in its order.
    fileprivate static func isTooLarge(
        _ payload: JSONObject, sealedBy input: SealingInput, suite: SealingSuite
    ) -> Bool {
        var body = ExpectedVisiblePart.of(payload, sealedBy: input)
        let objects: [SealedObject] =
            input.options.pushType == .liveactivity
            ? [.contentState, .attributes] : [.root(of: input.options.pushType ?? .alert)]
        let contents = objects.compactMap { $0.content(in: payload) }
        for object in objects { body = object.setting(input.options.envelopeKey, in: body, to: "") }
        let sizes = MessageSizes(sealedBy: input, suite: suite, visibleByteCount: body.serialized().count)
        let fields = SealedMessage.Fields(issuedAt: 0, expiresAt: nil, sequence: nil)
        return !contents.isEmpty && sizes.padded(contents.map { fields.byteCount + $0.serialized().count + 1 }) == nil
    }
}
