import Conformance
import Foundation
import KeyManagement
import PushOpener
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

@Suite("Known answers: reading")
struct ReadingKnownAnswerTests {
    @Test(
        "an envelope that the reference opens is opened to the same content",
        arguments: KnownAnswerFile.cases("readings"))
    func opens(_ answer: KnownAnswer) throws {
        let opened = try open(answer)
        let delivered = try JSONValue(parsing: Array((answer.text("deliveredText") ?? "").utf8))
        #expect(.object(opened.payload.root) == delivered)
    }

    @Test("what the reference refuses is refused, with the same code", arguments: KnownAnswerFile.cases("refusals"))
    func refuses(_ answer: KnownAnswer) throws {
        let refusal = #expect(throws: Refusal.self) { try open(answer) }
        #expect(refusal?.code.rawValue == answer.text("expect"), "\(refusal?.reason ?? "")")
    }

    @Test(
        "an envelope on its own that the reference refuses is refused",
        arguments: KnownAnswerFile.cases("envelopeRefusals"))
    func refusesEnvelope(_ answer: KnownAnswer) throws {
        let refusal = #expect(throws: Refusal.self) {
            try openers(for: answer) { opener, call in
                _ = try opener.open(
                    envelope: call.text("envelope") ?? "", purpose: Purpose(rawValue: call.text("purpose") ?? ""),
                    request: call.text("request"))
            }
        }
        #expect(refusal?.code.rawValue == answer.text("expect"), "\(refusal?.reason ?? "")")
    }

    @Test("a Live Activity's state opens for its activity alone", arguments: KnownAnswerFile.cases("states"))
    func opensState(_ answer: KnownAnswer) throws {
        let activity = try #require(ActivityID(answer.text("activity") ?? ""))
        func open() throws -> OpenedEnvelope {
            try openers(for: answer) { opener, call in
                try opener.open(state: call.text("envelope") ?? "", of: activity)
            }
        }
        guard let content = answer.text("content") else {
            let refusal = #expect(throws: Refusal.self) { try open() }
            #expect(refusal?.code.rawValue == answer.text("expect"), "\(refusal?.reason ?? "")")
            return
        }
        #expect(try open().content == JSONValue(parsing: Array(content.utf8)).objectValue)
    }

    private func open(_ answer: KnownAnswer) throws -> OpenedPush {
        try openers(for: answer) { opener, call in
            try opener.open(
                call.text("body").map { Array($0.utf8) } ?? call.bytes("bodyHex"),
                pushType: PushType(rawValue: answer.text("pushType") ?? "alert"), request: call.text("request"))
        }
    }

    /// Calls `open` with an opener as the case describes it, first for the calls that precede it.
    private func openers<Opened>(
        for answer: KnownAnswer, open: (Opener, KnownAnswer) throws -> Opened
    ) throws -> Opened {
        let file = try #require(KnownAnswerFile.shared)
        let keys = try OpeningKeys(
            device: file.keyring(answer.fields["device"], role: .device),
            provider: file.keyring(answer.fields["provider"], role: .provider),
            shared: file.keyring(answer.fields["shared"], role: .shared))
        var policy = Opener.Policy()
        policy.envelopeKey = answer.text("envelopeKey") ?? "sealed"
        policy.acceptsUnauthenticatedSender = answer.fields["acceptsUnauthenticated"] == true
        let earlier = answer.fields["after"]?.arrayValue?.compactMap(\.objectValue)
        let memory = earlier.map { _ in ReplayMemory() }
        func opener(at now: Date) throws -> Opener {
            try Opener(
                keys: keys, topic: answer.text("topic") ?? "", audience: answer.text("audience") ?? "", policy: policy,
                clock: .fixed(now), replayStore: memory)
        }
        for call in earlier ?? [] {
            // An earlier call is the same but for its time and its request.
            var fields = answer.fields
            fields["request"] = nil
            for member in call { fields[member.name.string] = member.value }
            let call = KnownAnswer(fields: fields)
            _ = try open(opener(at: call.time("now") ?? 0), call)
        }
        return try open(opener(at: answer.time("now") ?? 0), answer)
    }
}
