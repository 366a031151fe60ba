import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension HostileCase {
    /// Returns the case of a body or of a payload; nil for a keyring.
    func corpusCase(in vectors: KnownAnswerFile) throws(CorpusError) -> CorpusCase? {
        switch kind {
        case .body:
            CorpusCase(
                name: description, law: .hostileRefused,
                suites: CorpusCase.suites(in: content, envelopeKey: envelopeKey), opening: try opening(in: vectors))
        case .payload:
            CorpusCase(
                name: description, law: .hostileRefused, suites: [.hpkeAuth], sealing: try sealing(in: vectors))
        case .keyring: nil
        }
    }

    private var envelopeKey: String { self["envelope-key"] ?? "sealed" }

    private func invalid(_ header: String) -> CorpusError {
        CorpusError(code: .invalidHostileCase, reason: "\(self) has no usable header \(header)")
    }

    private func opening(in vectors: KnownAnswerFile) throws(CorpusError) -> OpeningCase {
        guard let now = number("now") else { throw invalid("now") }
        var policy = Opener.Policy()
        policy.envelopeKey = envelopeKey
        policy.clockSkew = .seconds(number("skew") ?? 60)
        let expectation: OpeningCase.Expected
        if expected == "delivered" {
            expectation = .delivered(["a": 1])
        } else {
            guard let code = Refusal.Code(rawValue: expected) else { throw invalid("expect") }
            expectation = .refused(code)
        }
        let keys = try RoundTripKeys(
            device: keyring(.device, in: vectors), provider: keyring(.provider, in: vectors),
            shared: keyring(.shared, in: vectors))
        return OpeningCase(
            sealed: .body(content),
            input: OpeningInput(
                keys: keys, topic: self["topic"] ?? "", audience: self["audience"] ?? "",
                pushType: PushType(rawValue: self["push-type"] ?? "alert"), policy: policy, now: Date(unixTime: now)),
            expected: expectation)
    }

    /// The sealer's half; nil for bytes that are not a text, which no sealer can be given.
    private func sealing(in vectors: KnownAnswerFile) throws(CorpusError) -> SealingCase? {
        guard let content = SealingCase.Content(parsing: content) else { return nil }
        guard let pushType = self["push-type"].map(PushType.init(rawValue:)) else { throw invalid("push-type") }
        let visible = try all("visible").map { text throws(CorpusError) in
            guard let path = try? PayloadPath(parsing: text) else { throw invalid("visible") }
            return path
        }
        let placeholder = try self["placeholder"].map { text throws(CorpusError) in
            guard let alert = try? JSONValue(parsing: Array(text.utf8)) else { throw invalid("placeholder") }
            return alert.objectValue ?? [:]
        }
        let options = SealOptions(
            visible: visible, padding: self["padding"] == "max" ? .maximum : .standard, envelopeKey: envelopeKey,
            pushType: pushType, suite: .hpkeAuth, isBroadcast: self["broadcast"] == "true")
        return SealingCase(
            content: content,
            input: SealingInput(
                keys: try vectors.halves(), topic: "com.example.bank", audience: "",
                placeholder: Placeholder(alert: placeholder ?? [:]), options: options, now: LawCheck.issuedAt),
            expected: .refused(asTooLarge: expected == "tooLarge"))
    }
}
