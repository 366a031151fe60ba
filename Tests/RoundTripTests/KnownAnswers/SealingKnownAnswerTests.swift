import Conformance
import CryptoPrimitives
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// The known answers were made by the Python reference from the specification alone, not by this code.
@Suite("Known answers: sealing")
struct SealingKnownAnswerTests {
    @Test("the file is there, with every suite and every kind of case")
    func isThere() {
        #expect(Set(KnownAnswerFile.cases("vectors").compactMap { $0.number("suite") }) == [1, 2, 3])
        for (list, count) in [
            ("vectors", 32), ("envelopes", 6), ("readings", 42), ("refusals", 187), ("envelopeRefusals", 19),
            ("unsealable", 29), ("states", 16),
        ] {
            #expect(KnownAnswerFile.cases(list).count >= count, "\(list)")
        }
    }

    @Test("the body is the reference's, byte for byte", arguments: KnownAnswerFile.cases("vectors"))
    func body(_ answer: KnownAnswer) throws {
        let push = try seal(answer)
        #expect(String(decoding: push.body, as: UTF8.self) == answer.text("body"))
        #expect(push.suite.rawValue == answer.number("suite").map(UInt8.init))
    }

    private func opener(for answer: KnownAnswer) throws -> Opener {
        let file = try #require(KnownAnswerFile.shared)
        var policy = Opener.Policy()
        policy.acceptsUnauthenticatedSender = true
        policy.envelopeKey = answer.text("envelopeKey") ?? "sealed"
        let opener = try Opener(
            keys: OpeningKeys(
                device: Keyring(name: "device", role: .device, keys: [file.key("device")]),
                provider: Keyring(name: "provider", role: .provider, keys: [file.key("provider")]),
                shared: Keyring(name: "shared", role: .shared, keys: [file.key("shared")])),
            topic: answer.text("topic") ?? "", audience: answer.text("audience") ?? "", policy: policy,
            clock: .fixed(answer.time("now") ?? 0))
        return opener
    }

    @Test("the envelope on its own is the reference's, byte for byte", arguments: KnownAnswerFile.cases("envelopes"))
    func envelope(_ answer: KnownAnswer) throws {
        let file = try #require(KnownAnswerFile.shared)
        let purpose = Purpose(rawValue: try #require(answer.text("purpose")))
        let content = try #require(try JSONValue(parsing: Array((answer.text("content") ?? "").utf8)).objectValue)
        let options = EnvelopeOptions(
            expiresIn: answer.expiresIn,
            sequence: answer.sequence,
            padding: answer.padding, suite: try suite(of: answer))
        let sealer = try sealer(for: answer)
        let text =
            options.suite == .shared
            ? try sealer.sealEnvelope(
                of: content, with: #require(file.key("shared").sharedKey), purpose: purpose, options: options)
            : try sealer.sealEnvelope(
                of: content, to: #require(file.key("device").devicePublicKey), purpose: purpose, options: options)
        #expect(text == answer.text("envelope"))
        #expect(try opener(for: answer).open(envelope: text, purpose: purpose).content == content)
    }

    @Test(
        "a sealed payload opens to the content that the reference delivers", arguments: KnownAnswerFile.cases("vectors")
    )
    func opens(_ answer: KnownAnswer) throws {
        let opened = try opener(for: answer).open(
            Array((answer.text("body") ?? "").utf8), pushType: PushType(rawValue: answer.text("pushType") ?? "alert"))
        #expect(opened.payload.root == answer.fields["delivered"]?.objectValue)
        #expect(opened.envelope.expiresAt == answer.time("expiresAt"))
        #expect(opened.envelope.sequence.map { "\($0)" } == answer.fields["sequence"]?.numberValue?.text)
    }

    @Test("a payload that the reference refuses to seal is refused", arguments: KnownAnswerFile.cases("unsealable"))
    func unsealable(_ answer: KnownAnswer) throws {
        let base = try #require(KnownAnswerFile.cases("vectors").first { $0.text("name") == "auth-minimal" })
        let text = Array((answer.text("payloadText") ?? "").utf8)
        guard let payload = try? Payload(parsing: text) else { return }
        var fields = base.fields
        for member in answer.fields { fields[member.name.string] = member.value }
        fields["payload"] = .object(payload.root)
        if answer.fields["visiblePaths"] == nil { fields["visiblePaths"] = [] }
        if answer.text("pushType") ?? "alert" != "alert" { fields["placeholder"] = nil }
        #expect(throws: SealError.self) { try seal(KnownAnswer(fields: fields)) }
    }

    private func suite(of answer: KnownAnswer) throws -> SealingSuite {
        try #require(answer.number("suite").flatMap { SealingSuite(rawValue: UInt8($0)) })
    }

    private func sealer(for answer: KnownAnswer) throws -> Sealer {
        let file = try #require(KnownAnswerFile.shared)
        let provider = Keyring(name: "provider", role: .provider, keys: [try file.key("provider")])
        return try Sealer(
            provider: suite(of: answer) == .hpkeAuth ? KeyringFollower(provider, SigningKeys.init) : nil,
            topic: answer.text("topic") ?? "", audience: answer.text("audience") ?? "",
            clock: .fixed(answer.time("issuedAt") ?? 0), randomness: .scripted(answer.bytes("randomness")))
    }

    private func seal(_ answer: KnownAnswer) throws -> SealedPush {
        let file = try #require(KnownAnswerFile.shared)
        let suite = try suite(of: answer)
        var options = SealOptions(
            visible: try answer.visiblePaths(),
            expiresIn: answer.expiresIn,
            sequence: answer.sequence,
            pushType: PushType(rawValue: answer.text("pushType") ?? "alert"),
            suite: suite)
        options.padding = answer.padding
        options.envelopeKey = answer.text("envelopeKey") ?? "sealed"
        options.isBroadcast = answer.fields["broadcast"] == true
        let sealer = try sealer(for: answer)
        let payload = Payload(try #require(answer.fields["payload"]?.objectValue))
        let placeholder = Placeholder(alert: answer.fields["placeholder"]?.objectValue ?? JSONObject())
        guard suite == .shared else {
            return try sealer.seal(
                payload, to: #require(file.key("device").devicePublicKey), placeholder: placeholder, options: options)
        }
        return try sealer.seal(
            payload, with: #require(file.key("shared").sharedKey), placeholder: placeholder, options: options)
    }
}

extension Randomness {
    /// Bytes that a test wrote down, each used once; what is drawn beyond them is zero.
    static func scripted(_ bytes: [UInt8]) -> Randomness {
        let script = Script(bytes)
        return Randomness { buffer in script.fill(buffer) }
    }

    private final class Script: Sendable {
        private let rest: Mutex<ArraySlice<UInt8>>

        init(_ bytes: [UInt8]) { rest = Mutex(bytes[...]) }

        func fill(_ buffer: UnsafeMutableRawBufferPointer) {
            rest.withLock { rest in
                for index in buffer.indices { buffer[index] = rest.popFirst() ?? 0 }
            }
        }
    }
}
