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

/// Expected values are those of the known answer of the specification, which pyhpke in mode AuthPSK makes too, and laws.
@Suite("Suite 5")
struct ChainTests {
    private static let now: Date = 1_795_263_600
    private static let day = 20_778
    private static let topic = "com.example.bank", audience = "installation-7"
    private static let envelope =
        "05d071527658c53fdf512a4214b08403635d7b2d3fc00dc2e1f407382d32f53b17fc067bf3535f5c92f55ce7dfb21f048a598e8e28"
        + "e1192efc96ab236b309574958625a652fb8c7852d152536ace1c2b24d6fc2a0d529dad02a45e"

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    private static func secret(_ text: String) throws -> SecretMemory {
        let bytes = bytes(text)
        return try SecretMemory(copying: bytes.span)
    }

    private let provider: Keyring
    private let device: Keyring

    init() throws {
        let chain = try Chain(
            Self.secret("3839c81f31edfa3f7091d06ee171d79bda91270de8f94d991dda2229e314c19a"), day: 20_775, lifetime: 7,
            isPostQuantum: false)
        provider = Keyring(
            name: "provider", role: .provider,
            keys: [
                Key(
                    .provider,
                    .pair(
                        try X25519.PrivateKey(
                            Self.secret("b1d09e2a6832a6ec5665cb285718f79c9d79d6530e34c0aa86d591d5e8bd1166"))),
                    state: .active, created: 1)
            ])
        device = Keyring(
            name: "phone", role: .device,
            keys: [
                Key(
                    .device,
                    .pair(
                        try X25519.PrivateKey(
                            Self.secret("260bbbb4c55db14ccb2a7da5daa3c359b91d00ffa7f041ad98b589fc0614d60c"))),
                    state: .active, created: 1, enrolment: Enrolment(chain: chain))
            ])
    }

    private func recipient(_ keyring: Keyring? = nil) throws -> DevicePublicKey {
        try #require(try (keyring ?? device).registered().primary.devicePublicKey)
    }

    private func sealer(at now: Date = now, randomness: Randomness = .system) throws -> Sealer {
        try Sealer(
            provider: KeyringFollower(provider, SigningKeys.init), topic: Self.topic, audience: Self.audience,
            clock: .fixed(now), randomness: randomness)
    }

    private func opener(
        _ device: Keyring? = nil, at now: Date = now, isReadOnly: Bool = false, replayStore: ReplayMemory? = nil
    ) throws -> Opener {
        let (device, provider) = (device ?? self.device, try provider.publicHalf())
        // Not read-only, if nothing else is said.
        var keys =
            isReadOnly
            ? try OpeningKeys(device: device, provider: provider, isReadOnly: true)
            : try OpeningKeys(device: device, provider: provider)
        // Longer than any machine is busy.
        keys.advanceLimit = .seconds(3600)
        return try Opener(
            keys: keys, topic: Self.topic, audience: Self.audience, clock: .fixed(now), replayStore: replayStore)
    }

    private func seal(
        at now: Date = now, expiresIn: Duration? = nil, to keyring: Keyring? = nil, suite: SealingSuite? = nil
    ) throws -> String {
        try sealer(at: now).sealEnvelope(
            of: ["a": 1], to: recipient(keyring), purpose: "w",
            options: EnvelopeOptions(expiresIn: expiresIn, suite: suite))
    }

    private func refused(
        _ code: Refusal.Code, _ envelope: String, by device: Keyring? = nil, at now: Date = now,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let opener = try opener(device, at: now)
        let refusal = #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
            try opener.open(envelope: envelope, purpose: "w")
        }
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
    }

    @Test("a push to a key that was only offered, as a backup has it, asks for a new enrolment; other refusals do not")
    func reports() throws {
        var offered = device
        offered.keys = [
            Key(.device, device.keys[0].material, state: .pending, created: 1, enrolment: Enrolment())
        ]
        for (device, action) in [(offered, KeyReport.Action.reRegister), (device, .ignore)] {
            let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
            let plain = DevicePublicKey(try recipient().point)
            let text = try sealer().sealEnvelope(
                of: ["a": 1], to: device.keys[0].state == .active ? plain : recipient(), purpose: "w")
            let refusal = try #require(
                #expect(throws: Refusal.self) { try opener(device).open(envelope: text, purpose: "w") })
            #expect(refusal.code == .suiteMismatch)
            #expect(keys.report(on: refusal, at: Self.now)?.action == action)
        }
    }

    // MARK: - Sealing

    @Test("the envelope is the known answer, and opens")
    func knownAnswer() throws {
        let ephemeral = Self.bytes("37baf2527c6e17ea24e69da635f549a7cecc320944abe9c205fa558456fda4a3")
        let push = try sealer(randomness: Randomness { $0.copyBytes(from: ephemeral) }).seal(
            Payload(parsing: Array(#"{"aps":{"alert":"Hi"}}"#.utf8)), to: recipient(),
            options: SealOptions(expiresIn: .seconds(3600), padding: .none))
        #expect(push.suite == .hpkeAuthPSK)
        let text = try JSONValue(parsing: push.body).objectValue?["sealed"]?.stringValue
        #expect(text == EnvelopeText.encode(Self.bytes(Self.envelope)))
        let opened = try opener().open(push.body)
        #expect(opened.payload.root.serialized() == Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        #expect(opened.envelope.recipient == device.keys[0].thumbprint)
        #expect(opened.envelope.sender == provider.keys[0].thumbprint)
    }

    @Test("the expiry is the lifetime of the enrolment, and a later one is refused")
    func lifetime() throws {
        let opened = try opener().open(envelope: seal(), purpose: "w")
        #expect(opened.expiresAt == Self.now + 7 * 86_400)
        #expect(try opener().open(envelope: seal(expiresIn: .zero), purpose: "w").expiresAt == Self.now)
        let error = #expect(throws: SealError.self) { try seal(expiresIn: .seconds(7 * 86_400 + 1)) }
        #expect(error?.code == .lifetimeTooLong)
    }

    @Test("a clock before the chain's day is refused, on its first second not")
    func clockBehind() throws {
        let first = Date(unixTime: 20_775 * 86_400)
        #expect(throws: Never.self) { try seal(at: first) }
        let error = #expect(throws: SealError.self) { try seal(at: first - 1) }
        #expect(error?.code == .clockBehind)
    }

    @Test("an enrolled key is sealed to in suite 5 alone, with its chain and a provider key; no other key in suite 5")
    func oneSuiteToSeal() throws {
        func code(_ body: () throws -> Void) -> SealError.Code? { #expect(throws: SealError.self) { try body() }?.code }
        let published = try #require(try device.publicHalf().primary.devicePublicKey)
        let plain = try #require(try Keyring.generate(name: "p", role: .device).primary.devicePublicKey)
        let sealer = try sealer()
        for suite in [SealingSuite.hpkeAuth, .hpkeBase, .shared] {
            #expect(code { _ = try seal(suite: suite) } == .suiteMismatch)
        }
        #expect(code { _ = try sealer.sealEnvelope(of: [:], to: published, purpose: "w") } == .suiteMismatch)
        let options = EnvelopeOptions(suite: .hpkeAuthPSK)
        #expect(
            code { _ = try sealer.sealEnvelope(of: [:], to: plain, purpose: "w", options: options) } == .suiteMismatch)
        let anonymous = try Sealer(topic: Self.topic, clock: .fixed(Self.now))
        #expect(code { _ = try anonymous.sealEnvelope(of: [:], to: recipient(), purpose: "w") } == .suiteMismatch)
    }

    // MARK: - Opening

    @Test("an envelope of a day that has not begun is refused; one that begins in 300 seconds is not")
    func dayToCome() throws {
        let midnight = Date(unixTime: UInt32(Self.day + 1) * 86_400)
        let envelope = try seal(at: midnight)
        #expect(throws: Never.self) { try opener(at: midnight - 300).open(envelope: envelope, purpose: "w") }
        try refused(.notYetValid, envelope, at: midnight - 301)
        // No key of a day to come is used, so what it would say of a changed byte is not known.
        var changed = try #require(EnvelopeText.decode(envelope))
        changed[changed.count - 1] ^= 1
        try refused(.notYetValid, EnvelopeText.encode(changed), at: midnight - 301)
        try refused(.cannotOpen, EnvelopeText.encode(changed), at: midnight)
    }

    @Test("a message with another day than its envelope, or a longer life than the chain's, is refused")
    func badMessages() throws {
        let (key, sender) = (try recipient(), try #require(provider.primary.providerKey))
        func craft(issuedAt: UInt32, day: Int, lifetime: UInt32) throws -> String {
            let header = Envelope.header(
                suite: .hpkeAuthPSK, recipient: key.id.rawValue, sender: sender.id.rawValue, day: UInt16(day))
            let context = try #require(Context(topic: Self.topic, audience: Self.audience))
            let info = try #require(Binding(context, purpose: "w")).bytes(header: header)
            let message = Message(issuedAt: issuedAt, expiresAt: issuedAt + lifetime, content: Array("{}".utf8))
            var envelope = header
            try HPKE.seal(
                message.encoded(paddedTo: 0).span, to: key.point, from: sender.pair,
                sharing: key.enrolment?.chain?.key(of: UInt16(day)), info: info.span, appendingTo: &envelope)
            return EnvelopeText.encode(envelope)
        }
        let now = Self.now.unixTime
        let right = try craft(issuedAt: now, day: Self.day, lifetime: 7 * 86_400)
        #expect(throws: Never.self) { try opener().open(envelope: right, purpose: "w") }
        try refused(.badMessage, craft(issuedAt: now, day: Self.day, lifetime: 7 * 86_400 + 1))
        try refused(.badMessage, craft(issuedAt: now, day: Self.day - 1, lifetime: 10))
        try refused(.badMessage, craft(issuedAt: now - 86_400, day: Self.day, lifetime: 86_400))
    }

    @Test("a key has one suite for life: enrolled ones open no other suite, and others not suite 5")
    func oneSuiteToOpen() throws {
        let plain = Keyring(
            name: "p", role: .device,
            keys: [Key(.device, device.keys[0].material, state: .active, created: 1)])
        let other = try Sealer(
            from: provider, topic: Self.topic, audience: Self.audience, clock: .fixed(Self.now)
        ).sealEnvelope(of: ["a": 1], to: recipient(plain), purpose: "w")
        #expect(throws: Never.self) { try opener(plain).open(envelope: other, purpose: "w") }
        try refused(.suiteMismatch, other)
        try refused(.suiteMismatch, seal(), by: plain)
        // An offered key has no chain yet.
        let offered = Keyring(
            name: "p", role: .device,
            keys: [Key(.device, device.keys[0].material, state: .pending, created: 1, enrolment: Enrolment())])
        try refused(.suiteMismatch, seal(), by: offered)
    }

    @Test("the chain of another account does not open what this provider's key sealed")
    func otherChain() throws {
        let stranger = try Keyring.enrolled(name: "s", lifetime: 7, at: Self.now)
        var keyring = device
        keyring.keys = [
            Key(
                .device, device.keys[0].material, state: .active, created: 1,
                enrolment: stranger.keys[0].enrolment)
        ]
        try refused(.cannotOpen, seal(), by: keyring)
    }

    @Test("of two keys with one id, as after an import of an enrolled key's secret, each opens its own suite")
    func oneID() throws {
        let plain = Key(.device, device.keys[0].material, state: .active, created: 1)
        let both = Keyring(name: "p", role: .device, keys: [plain, device.keys[0]])
        let other = try sealer().sealEnvelope(of: ["a": 1], to: DevicePublicKey(recipient().point), purpose: "w")
        for envelope in [other, try seal()] {
            #expect(throws: Never.self) { try opener(both).open(envelope: envelope, purpose: "w") }
        }
    }

    @Test("a key of suite 5 is found in its store by its id alone, and an unknown one needs no store")
    func stored() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: "\(folder)-away") }
        let revoked = Key(
            .device, device.keys[0].material, state: .revoked, created: 1, enrolment: device.keys[0].enrolment)
        let other = try Keyring.enrolled(name: "o", lifetime: 7, at: Self.now).keys[0]
        try KeyDirectory(folder).add(Keyring(name: "phone", role: .device, keys: [revoked, other]))
        let phone = try KeyDirectory(folder).keyring("phone")
        try refused(.revokedKey, seal(), by: phone)
        let stranger = try Keyring.enrolled(name: "s", lifetime: 7, at: Self.now)
        let unknown = try seal(to: stranger)
        try FileManager.default.moveItem(atPath: folder, toPath: "\(folder)-away")
        try refused(.unknownKey, unknown, by: phone)
        try refused(.keyringUnavailable, seal(), by: phone)
    }

    // MARK: - Advancing

    @Test("what a reader accepts at any time stays, the day after opens nothing of it, and a refusal erases nothing")
    func advancing() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        try directory.add(device)
        func chainDay() throws -> Int { Int(try #require(directory.keyring("phone").keys[0].enrolment?.chain?.day)) }
        func open(_ envelope: String, at now: Date, isReadOnly: Bool = false) throws -> OpenedEnvelope {
            try opener(directory.keyring("phone"), at: now, isReadOnly: isReadOnly).open(
                envelope: envelope, purpose: "w")
        }
        // The last second of a day, opened a year later by a clock that is ahead: its own time counts.
        let old = try seal(at: Date(unixTime: UInt32(Self.day) * 86_400 - 1))
        #expect(throws: Refusal.self) { try open(old, at: Self.now + 365 * 86_400) }
        #expect(try chainDay() == 20_775)
        let opened = try open(old, at: Self.now)
        #expect(try chainDay() == 20_775 && !opened.chainNotAdvanced)
        // Seven days and an hour after the end of a day, the first message erases it.
        let end = Date(unixTime: 20_776 * 86_400) + 7 * 86_400 + 3600
        _ = try open(seal(at: end - 1), at: end - 1)
        #expect(try chainDay() == 20_775)
        let last = try seal(at: end)
        #expect(try !open(last, at: end, isReadOnly: true).chainNotAdvanced)
        #expect(try chainDay() == 20_775)
        let copy = try directory.keyring("phone")
        _ = try open(last, at: end)
        #expect(try chainDay() == 20_776)
        // The copy from before still opens the erased day, the keyring does not.
        let erased = try seal(at: Date(unixTime: 20_775 * 86_400))
        let refusal = #expect(throws: Refusal.self) { try open(erased, at: Self.now) }
        #expect(refusal?.code == .expired)
        #expect(copy.keys[0].enrolment?.chain?.day == 20_775)
        // A message of an older time moves nothing back.
        _ = try open(seal(at: end - 86_400), at: end)
        #expect(try chainDay() == 20_776)
    }

    @Test("a push that opens confirms an awaiting key, and erases a superseded one an hour after its end")
    func confirming() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        var phone = Keyring(name: "phone", role: .device, keys: device.keys)
        let offer = try phone.offer(pinned: provider.publicHalf(), at: Self.now)
        var registration = Keyring.forPublicKeys(name: UTF8Text(Self.audience), role: .device)
        let challenge = try registration.challenge(
            offer, from: #require(provider.primary.providerKey), context: EnrolmentContext(), lifetime: 7, at: Self.now)
        let answer = try phone.answer(challenge, from: provider.publicHalf(), at: Self.now)
        _ = try registration.confirm(answer, at: Self.now)
        try directory.add(phone)
        func push(at now: Date) throws {
            let sealer = try sealer(at: now)
            let envelope = try sealer.sealEnvelope(of: [:], to: registration.recipient, purpose: "w")
            _ = try opener(directory.keyring("phone"), at: now).open(envelope: envelope, purpose: "w")
        }
        try push(at: Self.now + 5)
        let end = Self.now + 5 + 8 * 86_400
        #expect(try directory.keyring("phone").keys.map(\.state) == [.retiring(until: end), .active])
        try push(at: end + 3600)
        #expect(try directory.keyring("phone").keys[0].isSecret)
        try push(at: end + 3601)
        let old = try directory.keyring("phone").keys[0]
        #expect(!old.isSecret && old.enrolment?.chain == nil && old.state == .retiring(until: end))
    }

    @Test("a store that cannot be written keeps nothing from the user, and the report says so")
    func notAdvanced() throws {
        let end = Date(unixTime: 20_776 * 86_400) + 7 * 86_400 + 3600
        let opened = try opener(at: end).open(envelope: seal(at: end), purpose: "w")
        #expect(opened.chainNotAdvanced)
        // Where nothing is to be moved, nothing is lost.
        #expect(try !opener(at: end - 1).open(envelope: seal(at: end - 1), purpose: "w").chainNotAdvanced)
        let suite1 = Keyring(
            name: "p", role: .device, keys: [Key(.device, device.keys[0].material, state: .active, created: 1)])
        let other = try sealer().sealEnvelope(of: [:], to: recipient(suite1), purpose: "w")
        #expect(try !opener(suite1).open(envelope: other, purpose: "w").chainNotAdvanced)
    }

    @Test("an opening of another suite neither reads the chains from their store nor moves them")
    func otherSuite() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: "\(folder)-away") }
        let directory = KeyDirectory(folder)
        try directory.add(
            Keyring(
                name: "phone", role: .device, keys: [Key(.device, device.keys[0].material, state: .active, created: 1)])
        )
        let keys = try OpeningKeys(
            device: directory.keyring("phone"), provider: provider.publicHalf(),
            refresh: RefreshPolicy(interval: .seconds(3600)))
        let phone = try directory.keyring("phone")
        let envelope = try sealer().sealEnvelope(of: [:], to: recipient(phone), purpose: "w")
        try FileManager.default.moveItem(atPath: folder, toPath: "\(folder)-away")
        let opener = try Opener(keys: keys, topic: Self.topic, audience: Self.audience, clock: .fixed(Self.now))
        #expect(try !opener.open(envelope: envelope, purpose: "w").chainNotAdvanced)
    }

    private func temporaryFolder() throws -> String {
        FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID())").path
    }
}
