import KeyManagement
import PushOpener
import StrictJSON
import Testing

@Suite("Known answers: reading")
struct ReadingKnownAnswerTests {
    @Test("what the reference opens is opened, and to the same", arguments: KnownAnswerFile.cases("readings"))
    func opens(_ answer: KnownAnswer) throws {
        let opened = try open(answer)
        let delivered = try JSONValue(parsing: Array((answer.text("deliveredText") ?? "").utf8))
        #expect(.object(opened.payload.root) == delivered)
        let report: OpenedPush.VisiblePart =
            switch answer.text("visiblePart") {
            case "authenticated": .verified
            case "changed": .changed
            default: .unprotected
            }
        #expect(opened.visiblePart == report)
    }

    @Test("what the reference refuses is refused, with the same code", arguments: KnownAnswerFile.cases("refusals"))
    func refuses(_ answer: KnownAnswer) throws {
        let refusal = #expect(throws: Refusal.self) { try open(answer) }
        #expect(refusal?.code.description == answer.text("expect"), "\(refusal?.reason ?? "")")
    }

    private func open(_ answer: KnownAnswer) throws -> OpenedPush {
        let file = try #require(KnownAnswerFile.shared)
        let keys = try OpeningKeys(
            device: file.keyring(answer.fields["device"], role: .device),
            provider: file.keyring(answer.fields["provider"], role: .provider),
            shared: file.keyring(answer.fields["shared"], role: .shared))
        var policy = Opener.Policy()
        policy.clockSkew = answer.seconds("skew") ?? 60
        policy.envelopeKey = answer.text("envelopeKey") ?? "sealed"
        policy.acceptsUnauthenticatedSender = answer.fields["acceptsUnauthenticated"] == true
        let earlier = answer.fields["after"]?.arrayValue?.compactMap(\.objectValue)
        let memory = earlier.map { _ in ReplayMemory() }
        func opener(at now: UInt32) throws -> Opener {
            try Opener(
                keys: keys, topic: answer.text("topic") ?? "", audience: answer.text("audience") ?? "", policy: policy,
                clock: .fixed(now), replayStore: memory)
        }
        let body = try answer.text("body").map { Array($0.utf8) } ?? answer.bytes("bodyHex")
        for call in earlier ?? [] {
            let call = KnownAnswer(fields: call)
            _ = try opener(at: call.seconds("now") ?? 0).open(body, request: call.text("request"))
        }
        return try opener(at: answer.seconds("now") ?? 0).open(body, request: answer.text("request"))
    }
}
