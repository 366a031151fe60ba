import Foundation
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON

extension KnownAnswerFile {
    /// The cases of all lists.
    ///
    /// - Throws: ``CorpusError`` for a missing list and for a case without a field that it needs.
    func corpusCases() throws -> [CorpusCase] {
        let lists: [(name: String, make: (KnownAnswer, String) throws -> CorpusCase)] = [
            ("vectors", vector), ("envelopes", vector), ("readings", reading), ("refusals", reading),
            ("envelopeRefusals", reading), ("unsealable", unsealable),
        ]
        return try lists.flatMap { list in
            guard root[list.name]?.arrayValue?.isEmpty == false else {
                throw CorpusError(code: .invalidVectors, reason: "the test vectors have no list \(list.name)")
            }
            return try cases(list.name).map { try list.make($0, "\(list.name)/\($0)") }
        }
    }

    /// A body or an envelope on its own, to open and to seal again.
    private func vector(_ answer: KnownAnswer, _ name: String) throws -> CorpusCase {
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
        let envelopeByteCount = try parts.reduce(0) { try $0 + $1.require("envelope").utf8.count }
        let expected = ExpectedSeal(
            suite: suite,
            parts: try parts.map { part in
                let bytes = try part.bytes("message")
                guard let message = try? Message(decoding: bytes) else { throw part.missing("message") }
                return (try part.bytes("header"), message, bytes.count)
            },
            visible: answer.fields["visible"]?.objectValue ?? [:],
            visibleByteCount: answer.text("body").map { $0.utf8.count - envelopeByteCount } ?? 0, delivered: delivered)
        let opening = OpeningCase(sealed: try answer.sealed(), input: reader, expected: .delivered(delivered))
        let sealing = SealingCase(
            content: content, input: try answer.sealing(keys: keys, suite: suite), expected: .like(expected))
        return CorpusCase(name: name, law: .knownAnswersKept, suites: [suite], padding: answer.padding) {
            try await opening.check($0) + sealing.check($0)
        }
    }

    /// A reading or a refusal.
    private func reading(_ answer: KnownAnswer, _ name: String) throws -> CorpusCase {
        var input = try answer.opening(
            keys: RoundTripKeys(
                device: keyring(answer.fields["device"], role: .device),
                provider: keyring(answer.fields["provider"], role: .provider),
                shared: keyring(answer.fields["shared"], role: .shared)))
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
        let calls = try answer.fields["after"]?.arrayValue?.map { value in
            let call = KnownAnswer(fields: value.objectValue ?? [:])
            guard let now = call.time("now") else { throw answer.missing("after") }
            return (now: now, request: call.text("request"))
        }
        return OpeningCase(sealed: try answer.sealed(), input: input, expected: expected, earlier: calls)
            .corpusCase(named: name, law: .knownAnswersKept)
    }

    /// A payload that a sealer must refuse: the inputs are those of the vector `auth-minimal` if it has no others.
    private func unsealable(_ answer: KnownAnswer, _ name: String) throws -> CorpusCase {
        guard var base = cases("vectors").first(where: { $0.text("name") == "auth-minimal" }) else {
            throw CorpusError(code: .invalidVectors, reason: "the test vectors have no auth-minimal")
        }
        base.fields["visiblePaths"] = []
        for member in answer.fields { base.fields[member.name.string] = member.value }
        guard let content = SealingCase.Content(parsing: Array(try answer.require("payloadText").utf8)) else {
            throw answer.missing("payloadText")
        }
        let input = try base.sealing(keys: halves(), suite: .hpkeAuth)
        let sealing = SealingCase(content: content, input: input, expected: .refused(asTooLarge: nil))
        return CorpusCase(name: name, law: .knownAnswersKept, suites: [.hpkeAuth]) { try await sealing.check($0) }
    }
}

extension KnownAnswer {
    fileprivate func suite() throws -> SealingSuite {
        guard let suite = number("suite").flatMap(UInt8.init(exactly:)).flatMap(SealingSuite.init(rawValue:)) else {
            throw missing("suite")
        }
        return suite
    }

    /// The object in a field with JSON text.
    fileprivate func object(_ name: String) throws -> JSONObject {
        guard let object = try? JSONValue(parsing: Array(require(name).utf8)).objectValue else { throw missing(name) }
        return object
    }

    fileprivate func sealed() throws -> OpeningCase.Sealed {
        if let body = text("body") { return .body(Array(body.utf8)) }
        if text("bodyHex") != nil { return .body(try bytes("bodyHex")) }
        return .envelope(try require("envelope"), purpose: try require("purpose"))
    }

    fileprivate func opening(keys: RoundTripKeys) throws -> OpeningInput {
        guard let now = time("now") else { throw missing("now") }
        var policy = Opener.Policy()
        policy.envelopeKey = text("envelopeKey") ?? "sealed"
        return OpeningInput(
            keys: keys, topic: text("topic") ?? "", audience: text("audience") ?? "", pushType: pushType,
            policy: policy, now: now, request: text("request"))
    }

    fileprivate func sealing(keys: RoundTripKeys, suite: SealingSuite) throws -> SealingInput {
        guard let issuedAt = time("issuedAt") else { throw missing("issuedAt") }
        let options = SealOptions(
            visible: try visiblePaths(), expiresIn: expiresIn, sequence: sequence, padding: padding,
            envelopeKey: text("envelopeKey") ?? "sealed", pushType: pushType, suite: suite,
            isBroadcast: fields["broadcast"] == true)
        return SealingInput(
            keys: keys, topic: text("topic") ?? "", audience: text("audience") ?? "",
            placeholder: fields["placeholder"]?.objectValue.map(Placeholder.init) ?? .standard, options: options,
            now: issuedAt)
    }

    private var pushType: PushType { PushType(rawValue: text("pushType") ?? "alert") }
}
