import CryptoPrimitives
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

extension ChainAnswer {
    func recipient() throws -> DevicePublicKey {
        guard let key = try keyring("recipient", of: .device)?.primary.devicePublicKey else {
            throw Missing(name: "recipient")
        }
        return key
    }

    private var now: Date { time(fields.contains("now") ? "now" : "issuedAt") }

    /// The keyring of a member: a JWK Set, or one JWK.
    func keyring(_ name: String, of role: KeyRole) throws -> Keyring? {
        guard var set = fields[name]?.objectValue else { return nil }
        if !set.contains("keys") { set = ["keys": [.object(set)]] }
        guard set["keys"]?.arrayValue?.isEmpty == false else {
            return .forPublicKeys(name: UTF8Text(role.rawValue), role: role)
        }
        let text = set.serialized()
        return try Keyring(KeyringText(copying: text.span), name: UTF8Text(role.rawValue))
    }

    var pushType: PushType? { text("pushType").map(PushType.init(rawValue:)) }

    func sealer(randomness: Randomness) throws -> Sealer {
        let keys = try keyring("sender", of: .provider).map { try KeyringFollower($0, SigningKeys.init) }
        return try Sealer(
            provider: keys, topic: text("topic") ?? "", audience: text("audience") ?? "",
            clock: .fixed(Date(timeIntervalSince1970: Double(number("issuedAt") ?? 0))), randomness: randomness)
    }

    /// The lifetime that the case states; nil for the default.
    var expiresIn: Duration? {
        guard fields["defaultExpiry"] != true, let end = number("expiresAt"), let start = number("issuedAt") else {
            return nil
        }
        return .seconds(end - start)
    }

    var sequence: UInt64? { fields["sequence"]?.numberValue.flatMap { UInt64($0.text) } }

    var padding: Padding {
        switch fields["padding"] {
        case "none": .none
        case "max": .maximum
        default: .block(number("padding") ?? 512)
        }
    }

    func opener(device: Keyring?, isReadOnly: Bool = false, replayStore: ReplayMemory? = nil) throws -> Opener {
        let provider = try keyring("provider", of: .provider)
        var keys = try OpeningKeys(
            device: device, provider: provider?.keys.isEmpty == true ? nil : provider, isReadOnly: isReadOnly)
        // Longer than any machine is busy.
        keys.advanceLimit = .seconds(3600)
        var policy = Opener.Policy()
        policy.acceptsUnauthenticatedSender = fields["acceptsUnauthenticated"] == true
        return try Opener(
            keys: keys, topic: text("topic") ?? "", audience: text("audience") ?? "", policy: policy,
            clock: .fixed(now), replayStore: replayStore)
    }

    /// The content that is delivered.
    func open(with opener: Opener) throws -> JSONObject {
        if let body = text("body") {
            return try opener.open(
                Array(body.utf8), pushType: pushType ?? .alert, request: text("request")
            ).payload.root
        }
        return try opener.open(
            envelope: required("envelope"), purpose: Purpose(rawValue: text("purpose") ?? ""),
            request: text("request")
        ).content
    }

    func expectDelivered(_ content: JSONObject) throws {
        let expected = try object("deliveredText")
        #expect(content == expected)
    }
}

@Suite("Suite 5 against the reference")
struct ChainKnownAnswerTests {
    @Test("each list has its cases")
    func lists() {
        let counts = ["chains": 9, "vectors": 19, "unsealable": 11, "readings": 32, "refusals": 93, "stores": 21]
        for (list, least) in counts { #expect(ChainAnswer.all(list).count >= least, "\(list)") }
    }

    @Test(
        "a chain has the reference's link of each day, and none of an earlier one", arguments: ChainAnswer.all("chains")
    )
    func chains(answer: ChainAnswer) throws {
        let text = Array(try answer.required("k").utf8)
        let link = try SecretMemory(base64URL: text.span, byteCount: 32)
        let day = UInt16(answer.number("day") ?? 0), at = UInt16(answer.number("at") ?? 0)
        let chain = try Chain(link, day: day, lifetime: 7, isPostQuantum: false)
        guard answer.fields["fails"] == nil else {
            #expect(chain.key(of: at) == nil)
            return
        }
        let later = try chain.links.advanced(to: at)
        #expect(later.link.withBytes { bytes in bytes.indices.map { bytes[$0] } } == (try answer.bytes("chain")))
        #expect(chain.key(of: at) != nil)
    }

    @Test("a seal is the reference's, byte for byte, and opens", arguments: ChainAnswer.all("vectors"))
    func vectors(answer: ChainAnswer) throws {
        let sealer = try answer.sealer(randomness: .scripted(answer.bytes("randomness")))
        let device = try answer.recipient()
        if let pushType = answer.pushType {
            let payload = try Payload(parsing: Array(answer.required("payloadText").utf8))
            let push = try sealer.seal(
                payload, to: device, placeholder: Placeholder(title: "New activity"),
                options: SealOptions(
                    expiresIn: answer.expiresIn, sequence: answer.sequence, padding: answer.padding, pushType: pushType)
            )
            #expect(push.body == Array(try answer.required("body").utf8))
        } else {
            let content = try answer.object("content")
            let envelope = try sealer.sealEnvelope(
                of: content, to: device, purpose: Purpose(rawValue: answer.required("purpose")),
                options: EnvelopeOptions(
                    expiresIn: answer.expiresIn, sequence: answer.sequence, padding: answer.padding))
            #expect(envelope == answer.text("envelope"))
        }
        let opener = try answer.opener(device: answer.keyring("device", of: .device))
        try answer.expectDelivered(answer.open(with: opener))
    }

    @Test("what the reference does not seal is refused, with the same code", arguments: ChainAnswer.all("unsealable"))
    func unsealable(answer: ChainAnswer) throws {
        let device = try answer.recipient()
        let suite = answer.number("suite").flatMap { SealingSuite(rawValue: UInt8($0)) }
        let error = #expect(throws: SealError.self) {
            try answer.sealer(randomness: .system).sealEnvelope(
                of: [:], to: device, purpose: "w", options: EnvelopeOptions(expiresIn: answer.expiresIn, suite: suite))
        }
        #expect(error?.code.rawValue == answer.text("expect"))
    }

    @Test("what the reference reads is delivered, and the same is stored", arguments: ChainAnswer.all("readings"))
    func readings(answer: ChainAnswer) throws {
        let store = try Store(answer.keyring("device", of: .device))
        let opener = try answer.opener(device: store.device(), isReadOnly: answer.fields["write"] == false)
        try answer.expectDelivered(answer.open(with: opener))
        #expect(try store.text() == answer.keyring("stored", of: .device).map(Store.text))
    }

    @Test(
        "what the reference refuses is refused, with the same code, and nothing is stored",
        arguments: ChainAnswer.all("refusals"))
    func refusals(answer: ChainAnswer) throws {
        let store = try Store(answer.keyring("device", of: .device))
        let before = try store.text()
        guard try store.device()?.isSecret ?? true else {
            // A keyring whose secrets are all erased opens nothing.
            #expect(throws: KeyError.self) { try answer.opener(device: store.device()) }
            return
        }
        let opener = try answer.opener(device: store.device())
        let refusal = #expect(throws: Refusal.self) { try answer.open(with: opener) }
        #expect(refusal?.code.rawValue == answer.text("expect"))
        #expect(try store.text() == before)
    }

    @Test(
        "the calls of one reader leave the reference's keyring after each of them", arguments: ChainAnswer.all("stores")
    )
    func stores(answer: ChainAnswer) throws {
        let store = try Store(answer.keyring("device", of: .device))
        let replayStore = answer.fields["replay"] == true ? ReplayMemory() : nil
        for value in answer.fields["calls"]?.arrayValue ?? [] {
            var fields = answer.fields
            for member in value.objectValue ?? [:] { fields[member.name.string] = member.value }
            let call = ChainAnswer(fields: fields)
            if let time = call.number("advance") {
                try store.advance(to: UInt32(time))
            } else {
                let opener = try call.opener(
                    device: store.device(), isReadOnly: call.fields["write"] == false, replayStore: replayStore)
                if let code = call.text("expect") {
                    let refusal = #expect(throws: Refusal.self) { try call.open(with: opener) }
                    #expect(refusal?.code.rawValue == code)
                } else {
                    try call.expectDelivered(call.open(with: opener))
                }
            }
            #expect(try store.text() == call.keyring("device", of: .device).map(Store.text), "\(call.time())")
        }
    }
}

/// A folder with the device's keyring, as a phone keeps it.
private final class Store {
    private let path = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID())").path
    private let isEmpty: Bool

    init(_ keyring: Keyring?) throws {
        isEmpty = keyring?.keys.isEmpty ?? true
        if let keyring, !isEmpty { try KeyDirectory(path).add(keyring) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The keyring, loaded for this call; a keyring whose secrets are all erased opens nothing.
    func device() throws -> Keyring? {
        guard !isEmpty else { return nil }
        return try KeyDirectory(path).keyring("device")
    }

    func text() throws -> String? { isEmpty ? nil : Self.text(try KeyDirectory(path).keyring("device")) }

    func advance(to time: UInt32) throws {
        try KeyDirectory(path).change("device") { _ = try $0.advance(to: time, opened: nil) }
    }

    static func text(_ keyring: Keyring) -> String {
        (try? keyring.text().withBytes { bytes in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }) ?? ""
    }
}

extension Randomness {
    /// Gives the bytes of a script one after the other.
    fileprivate static func scripted(_ bytes: [UInt8]) -> Randomness {
        let rest = Script(bytes)
        return Randomness { $0.copyBytes(from: rest.next($0.count)) }
    }
}

private final class Script: @unchecked Sendable {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    func next(_ count: Int) -> ArraySlice<UInt8> {
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}
