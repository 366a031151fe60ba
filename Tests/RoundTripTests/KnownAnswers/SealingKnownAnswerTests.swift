import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import CryptoPrimitives
import StrictJSON
import Synchronization
import Testing

/// The known answers were made by the Python reference from the specification alone, not by this code.
@Suite("Known answers: sealing")
struct SealingKnownAnswerTests {
    @Test("the file is there, with every suite and every kind of case")
    func isThere() {
        #expect(Set(KnownAnswerFile.cases("vectors").compactMap { $0.number("suite") }) == [1, 2, 3, 4])
        #expect(KnownAnswerFile.cases("vectors").count >= 13)
        #expect(KnownAnswerFile.cases("readings").count >= 30)
        #expect(KnownAnswerFile.cases("refusals").count >= 146)
        #expect(KnownAnswerFile.cases("unsealable").count >= 23)
    }

    @Test("the body is the reference's, byte for byte", arguments: KnownAnswerFile.cases("vectors"))
    func body(_ answer: KnownAnswer) throws {
        let push = try seal(answer)
        #expect(String(decoding: push.body, as: UTF8.self) == answer.text("body"))
        #expect(push.suite.rawValue == answer.number("suite").map(UInt8.init))
    }

    @Test("what was sealed opens to what the reference delivers", arguments: KnownAnswerFile.cases("vectors"))
    func opens(_ answer: KnownAnswer) throws {
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
            clock: .fixed(answer.seconds("now") ?? 0))
        let opened = try opener.open(Array((answer.text("body") ?? "").utf8))
        #expect(opened.payload.root == answer.fields["delivered"]?.objectValue)
        #expect(opened.expiresAt == answer.seconds("expiresAt"))
        #expect(opened.sequence.map { "\($0)" } == answer.fields["sequence"]?.numberValue?.text)
        #expect(opened.visiblePart == ((answer.number("flags") ?? 0) & 4 == 0 ? .unprotected : .verified))
    }

    @Test("what the reference refuses to seal is refused", arguments: KnownAnswerFile.cases("unsealable"))
    func unsealable(_ answer: KnownAnswer) throws {
        let base = try #require(KnownAnswerFile.cases("vectors").first { $0.text("name") == "auth-minimal" })
        let text = Array((answer.text("payloadText") ?? "").utf8)
        guard let payload = try? Payload(parsing: text) else { return }
        var fields = base.fields
        for member in answer.fields { fields[member.name] = member.value }
        fields["payload"] = .object(payload.root)
        if answer.fields["visiblePaths"] == nil { fields["visiblePaths"] = [] }
        if answer.text("pushType") ?? "alert" != "alert" { fields["placeholder"] = nil }
        #expect(throws: SealError.self) { try seal(KnownAnswer(fields: fields)) }
    }

    private func seal(_ answer: KnownAnswer) throws -> SealedPush {
        let file = try #require(KnownAnswerFile.shared)
        let suite = try #require(answer.number("suite").flatMap { SealingSuite(rawValue: UInt8($0)) })
        let issuedAt = answer.seconds("issuedAt") ?? 0
        var options = SealOptions(
            visible: try answer.visiblePaths(),
            expiresIn: answer.seconds("expiresAt").map { $0 - issuedAt },
            sequence: answer.fields["sequence"]?.numberValue.flatMap { UInt64($0.text) },
            pushType: PushType(rawValue: answer.text("pushType") ?? "alert"),
            suite: suite)
        options.padding =
            switch answer.fields["padding"] {
            case "none": .none
            case "max": .maximum
            default: .block(answer.number("padding") ?? 64)
            }
        options.envelopeKey = answer.text("envelopeKey") ?? "sealed"
        options.protectsVisiblePart = (answer.number("flags") ?? 4) & 4 != 0
        let sealer = try Sealer(
            provider: suite == .hpkeAuth ? file.key("provider").providerKey : nil,
            topic: answer.text("topic") ?? "", audience: answer.text("audience") ?? "",
            clock: .fixed(issuedAt), randomness: .scripted(answer.bytes("randomness")))
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
