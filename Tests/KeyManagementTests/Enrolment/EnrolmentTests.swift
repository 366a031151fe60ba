import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

@Suite("Enrolment")
struct EnrolmentTests {
    private static let now: Date = 1_795_263_600
    private let provider: Keyring
    private let pinned: Keyring
    private let context = EnrolmentContext(topic: "com.example.bank", audience: "installation-7")
    private var device = Keyring(name: "phone", role: .device, keys: [])
    private var registration = Keyring.forPublicKeys(name: "installation-7", role: .device)

    init() throws {
        provider = try Keyring.generate(name: "provider", role: .provider, at: 1)
        pinned = try provider.publicHalf()
    }

    private var providerKey: ProviderKey { get throws { try #require(try provider.primary.providerKey) } }

    /// A message as the other half reads it.
    private func sent<Message: KeyMessage>(_ message: Message) throws -> Message {
        try Message(parsing: message.serialized())
    }

    /// A keyring as the next process reads it.
    private func kept(_ keyring: Keyring) throws -> Keyring { try Keyring(keyring.text(), name: keyring.name) }

    private mutating func challenge(at now: Date = now, lifetime: Int = 7) throws -> KeyChallenge {
        let offer = try sent(device.offer(pinned: pinned, at: now))
        return try sent(registration.challenge(offer, from: providerKey, context: context, lifetime: lifetime, at: now))
    }

    private mutating func answer(at now: Date = now) throws -> KeyAnswer {
        let challenge = try challenge(at: now)
        return try sent(device.answer(challenge, from: pinned, context: context, at: now))
    }

    private mutating func enrol(at now: Date = now) throws {
        let confirmation = try registration.confirm(answer(at: now), at: now)
        try device.finish(sent(confirmation), at: now)
    }

    private func chains(_ keyring: Keyring) -> [[UInt8]?] {
        keyring.keys.map { $0.enrolment?.chain?.links.link.bytes }
    }

    @Test("both halves have one chain and one key in use, also when each step is another process")
    func wholeWay() throws {
        var (device, registration) = (device, registration)
        let offer = try sent(device.offer(pinned: pinned, at: Self.now))
        device = try kept(device)
        #expect(device.keys.map(\.state) == [.pending] && device.keys[0].enrolment?.offer != nil)
        let challenge = try registration.challenge(offer, from: providerKey, context: context, at: Self.now)
        registration = try kept(registration)
        #expect(registration.keys[0].enrolment?.expires == Self.now + 600)
        let answer = try device.answer(sent(challenge), from: pinned, context: context, at: Self.now)
        device = try kept(device)
        #expect(device.keys[0].state == .pending && device.keys[0].enrolment?.offer == nil)
        let confirmation = try registration.confirm(sent(answer), at: Self.now)
        registration = try kept(registration)
        try device.finish(sent(confirmation), at: Self.now)
        device = try kept(device)
        #expect(device.keys.map(\.state) == [.active] && registration.keys.map(\.state) == [.active])
        #expect(chains(device) == chains(registration) && chains(device)[0]?.count == 32)
        #expect(registration.keys[0].enrolment?.chain?.day == 20_777)
        #expect(!registration.isSecret && registration.holdsSecrets)
        #expect(try registration.recipient.key.enrolment?.chain?.day == 20_777)
    }

    @Test("no secret of an enrolment stands in the public half, in its published set or in a description")
    func publicHalf() throws {
        var (device, registration) = (device, registration)
        _ = try device.offer(at: Self.now)
        #expect(try !device.publicHalf().string.contains("offer"))
        var copy = self
        try copy.enrol()
        (device, registration) = (copy.device, copy.registration)
        for keyring in [device, registration] {
            let text = String(decoding: try keyring.publicJWKSet(), as: UTF8.self)
            #expect(text.contains(#""suite":5"#) && !text.contains("chain") && !text.contains(#""k""#))
            #expect(try Keyring(publicJWKSet: Array(text.utf8), name: "phone").keys[0].enrolment?.chain == nil)
        }
        expectError(.unexpectedSecret) { try Keyring(publicJWKSet: registration.text().memory.bytes, name: "phone") }
    }

    @Test("an offer again has the same key and other secrets; after 10 minutes it has another key")
    func offers() throws {
        var device = device
        let first = try device.offer(at: Self.now)
        let again = try device.offer(at: Self.now + 600)
        #expect(again.key == first.key && again.ephemeral != first.ephemeral)
        let later = try device.offer(at: Self.now + 1201)
        #expect(later.key != first.key && device.keys.count == 1)
    }

    @Test("a challenge is refused by the first check that fails, and the offer stays")
    func challengeRefusals() throws {
        var copy = self
        let challenge = try copy.challenge()
        let device = copy.device
        func refused(
            _ code: KeyError.Code, _ challenge: KeyChallenge, from pinned: Keyring? = nil,
            context: EnrolmentContext? = nil, longest: Int = 30, requiresPostQuantum: Bool = false,
            at now: Date = Self.now,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            var changed = device
            expectError(
                code,
                {
                    try changed.answer(
                        challenge, from: pinned ?? self.pinned, context: context ?? self.context,
                        longestLifetime: longest,
                        requiresPostQuantum: requiresPostQuantum, at: now)
                }, sourceLocation: sourceLocation)
            #expect(changed.keys[0].enrolment?.offer != nil && changed.keys[0].enrolment?.chain == nil)
        }
        func edited(_ change: (inout JSONObject) -> Void) throws -> KeyChallenge {
            var members = challenge.members
            change(&members)
            return try KeyChallenge(members: members)
        }
        let other = JSONValue.base64URL([UInt8](repeating: 9, count: 32))
        refused(.noOffer, try edited { $0["key"] = other })
        refused(.noOffer, challenge, at: Self.now + 601)
        refused(.unknownSender, try edited { $0["from"] = other })
        refused(.unknownSender, challenge, from: .forPublicKeys(name: "provider", role: .provider))
        var revoked = pinned
        try revoked.revoke(revoked.primary.thumbprint, at: Self.now)
        refused(.revokedKey, challenge, from: revoked)
        if !MLKEM768.isAvailable {
            refused(.malformed, try edited { $0["mlkem768"] = .base64URL([UInt8](repeating: 0, count: 1088)) })
            refused(.weakChallenge, challenge, requiresPostQuantum: true)
        }
        refused(.lifetimeRefused, try edited { $0["lifetime"] = 0 })
        refused(.lifetimeRefused, challenge, longest: 6)
        refused(.lifetimeRefused, try edited { $0["lifetime"] = 31 }, longest: 100)
        refused(.wrongClock, try edited { $0["start"] = 20_746 })
        refused(.wrongClock, try edited { $0["start"] = 20_780 })
        refused(.cannotOpen, try edited { $0["start"] = 20_778 })
        refused(.cannotOpen, try edited { $0["lifetime"] = 8 })
        refused(.cannotOpen, challenge, context: EnrolmentContext(topic: "com.example.bank", audience: "other"))
        refused(.cannotOpen, try edited { $0["ephemeral"] = other })
        refused(.cannotOpen, try edited { $0["ephemeral"] = .base64URL([UInt8](repeating: 0, count: 32)) })
        var newer = device
        _ = try newer.offer(at: Self.now)
        expectError(.cannotOpen) { try newer.answer(challenge, from: pinned, context: context, at: Self.now) }
    }

    @Test("a provider refuses a worthless offer and one of a key that it has, and nothing changes")
    func offerRefusals() throws {
        var copy = self
        try copy.enrol()
        let offer = try copy.device.offer(at: Self.now)
        var members = offer.members
        members["ephemeral"] = .base64URL([UInt8](repeating: 0, count: 32))
        let worthless = try KeyOffer(members: members)
        members["ephemeral"] = .base64URL(offer.ephemeral)
        members["key"] = .object(try #require(copy.registration.keys[0].devicePublicKey).point.jwk)
        let known = try KeyOffer(members: members)
        for (code, offer) in [(KeyError.Code.cannotOpen, worthless), (.wrongState, known)] {
            expectError(code) {
                try copy.registration.challenge(offer, from: providerKey, context: context, at: Self.now)
            }
            #expect(copy.registration.keys.count == 1)
        }
    }

    @Test("messages with secrets, other sizes or numbers, or an invalid ML-KEM key are malformed")
    func malformed() throws {
        var copy = self
        let offer = try copy.device.offer(at: Self.now)
        let challenge = try copy.registration.challenge(offer, from: providerKey, context: context, at: Self.now)
        func refused<Message: KeyMessage>(_ message: Message, _ name: String, _ value: JSONValue?) {
            var object: JSONObject = ["sealedpush": .string(Message.kind)]
            for member in message.members { object[member.name.string] = member.value }
            object[name] = value
            expectError(.malformed) { try Message(parsing: object.serialized()) }
        }
        for name in ["d", "k", "chain"] { refused(offer, name, "x") }
        refused(offer, "ephemeral", nil)
        // The first coefficient is 3329, the modulus (FIPS 203 §7.2).
        refused(offer, "mlkem768", .base64URL([0x01, 0x0d] + [UInt8](repeating: 0, count: 1182)))
        refused(offer, "mlkem768", .base64URL([UInt8](repeating: 0, count: 1183)))
        for text in ["20777.0", "2e4", "-1", "65536"] {
            refused(challenge, "start", .number(try #require(JSONNumber(text: text))))
        }
        refused(challenge, "from", nil)
        refused(challenge, "sealed", .base64URL([UInt8](repeating: 0, count: 79)))
        var members = offer.members
        members["mlkem768"] = .base64URL([0x00, 0x0d] + [UInt8](repeating: 0, count: 1182))
        #expect(try KeyOffer(members: members).encapsulationKey?.count == 1184)
    }

    @Test("one flipped bit of a message is refused or ignored, and agrees on no other chain")
    func flipped() throws {
        var copy = self
        let challenge = try copy.challenge()
        let text = challenge.serialized()
        for index in text.indices {
            var (changed, device) = (text, copy.device)
            changed[index] ^= 1
            #expect(throws: KeyError.self, "\(index)") {
                try device.answer(KeyChallenge(parsing: changed), from: pinned, context: context, at: Self.now)
            }
        }
        let answer = try copy.device.answer(challenge, from: pinned, context: context, at: Self.now).serialized()
        for index in answer.indices {
            var (changed, registration) = (answer, copy.registration)
            changed[index] ^= 1
            #expect(throws: KeyError.self, "\(index)") {
                try registration.confirm(KeyAnswer(parsing: changed), at: Self.now)
            }
        }
        let confirmation = try copy.registration.confirm(KeyAnswer(parsing: answer), at: Self.now).serialized()
        for index in confirmation.indices {
            var (changed, device) = (confirmation, copy.device)
            changed[index] ^= 1
            #expect(throws: KeyError.self, "\(index)") {
                try device.finish(KeyConfirmation(parsing: changed), at: Self.now)
            }
        }
    }

    @Test("a provider's own keyring, a keyring of secrets and a public half cannot be enrolled")
    func wrongKeyrings() throws {
        var (copy, own, provider) = (self, try Keyring.generate(name: "own", role: .device, at: 1), provider)
        let challenge = try copy.challenge()
        let offer = try own.offer(at: Self.now)
        expectError(.wrongRole) { try provider.offer(at: Self.now) }
        expectError(.wrongRole) { try own.offer(pinned: own, at: Self.now) }
        var half = try own.publicHalf()
        expectError(.wrongHalf) { try half.offer(at: Self.now) }
        expectError(.wrongRole) { try provider.challenge(offer, from: providerKey, at: Self.now) }
        expectError(.wrongHalf) { try own.challenge(offer, from: providerKey, at: Self.now) }
        var other = registration
        expectError(.malformed) { try other.challenge(offer, from: providerKey, lifetime: 31, at: Self.now) }
        expectError(.wrongRole) { try provider.answer(challenge, from: pinned, at: Self.now) }
        expectError(.wrongRole) { try copy.device.answer(challenge, from: half, context: context, at: Self.now) }
        let answer = try copy.device.answer(challenge, from: pinned, context: context, at: Self.now)
        expectError(.wrongRole) { try provider.confirm(answer, at: Self.now) }
        let confirmation = try copy.registration.confirm(answer, at: Self.now)
        expectError(.wrongRole) { try provider.finish(confirmation, at: Self.now) }
    }

    @Test("an answer is accepted once in time, and again at any time; others are refused")
    func answers() throws {
        var copy = self
        let answer = try copy.answer()
        var late = copy.registration
        expectError(.tooLate) { try late.confirm(answer, at: Self.now + 601) }
        var wrong = answer.members
        wrong["answer"] = .base64URL([UInt8](repeating: 1, count: 32))
        let forged = try KeyAnswer(members: wrong)
        expectError(.wrongAnswer) { try copy.registration.confirm(forged, at: Self.now) }
        let first = try copy.registration.confirm(answer, at: Self.now + 600)
        let text = try copy.registration.string
        let again = try copy.registration.confirm(answer, at: Self.now + 86_400)
        #expect(first.members == again.members)
        #expect(try copy.registration.string == text)
        var empty = registration
        expectError(.noChallenge) { try empty.confirm(answer, at: Self.now) }
        try copy.registration.revoke(answer.key, at: Self.now)
        expectError(.wrongState) { try copy.registration.confirm(answer, at: Self.now) }
    }

    @Test("a wrong confirmation changes nothing, and a second right one is not awaited")
    func confirmations() throws {
        var copy = self
        let confirmation = try copy.registration.confirm(copy.answer(), at: Self.now)
        var wrong = confirmation.members
        wrong["confirmation"] = .base64URL([UInt8](repeating: 1, count: 32))
        let forged = try KeyConfirmation(members: wrong)
        expectError(.wrongConfirmation) { try copy.device.finish(forged, at: Self.now) }
        #expect(copy.device.awaitedAnswer != nil)
        try copy.device.finish(confirmation, at: Self.now)
        #expect(copy.device.awaitedAnswer == nil)
        expectError(.noAnswer) { try copy.device.finish(confirmation, at: Self.now) }
    }

    @Test(
        "the older key retires: for its lifetime and a day on the device, for a day without its chain at the provider")
    func renewal() throws {
        var copy = self
        try copy.enrol()
        let later = Self.now + 30 * 86_400
        try copy.enrol(at: later)
        #expect(copy.device.keys.map(\.state) == [.retiring(until: later + 8 * 86_400), .active])
        #expect(copy.registration.keys.map(\.state) == [.retiring(until: later + 86_400), .active])
        #expect(chains(copy.registration)[0] == nil && chains(copy.device)[0] != nil)
        _ = try copy.challenge(at: later + 86_401)
        #expect(copy.registration.keys.map(\.state) == [.active, .pending])
    }

    @Test("a key that was exchanged by hand retires for 30 days on the device")
    func exchangedByHand() throws {
        var copy = self
        copy.device = try Keyring.generate(name: "phone", role: .device, at: 1)
        try copy.registration.pin(#require(copy.device.primary.devicePublicKey), at: 1)
        try copy.enrol()
        #expect(copy.device.keys.map(\.state) == [.retiring(until: Self.now + 30 * 86_400), .active])
        #expect(copy.registration.keys.map(\.state) == [.retiring(until: Self.now + 86_400), .active])
    }

    @Test("two challenges for one offer: the key is of the provider's latest, or the answer is refused")
    func twoChallenges() throws {
        var copy = self
        let offer = try copy.device.offer(at: Self.now)
        let first = try copy.registration.challenge(offer, from: providerKey, context: context, at: Self.now)
        _ = try copy.registration.challenge(offer, from: providerKey, context: context, at: Self.now)
        #expect(copy.registration.keys.count == 1)
        let answer = try copy.device.answer(first, from: pinned, context: context, at: Self.now)
        expectError(.wrongAnswer) { try copy.registration.confirm(answer, at: Self.now) }
        try copy.enrol()
        #expect(copy.device.keys.map(\.state).last == .active && copy.registration.keys.map(\.state) == [.active])
    }

    @Test("an older answer after a newer key's finds no challenge, whatever the clock does", arguments: [-3.0, 0, 1])
    func olderAnswer(step: TimeInterval) throws {
        var copy = self
        let older = try copy.answer()
        try copy.enrol(at: Self.now + step)
        expectError(.noChallenge) { try copy.registration.confirm(older, at: Self.now + 2) }
    }

    @Test("a registration keeps the key in use and 4 others")
    func limit() throws {
        var copy = self
        try copy.enrol()
        for _ in 0..<9 {
            copy.device = Keyring(name: "phone", role: .device, keys: [])
            _ = try copy.challenge()
        }
        #expect(copy.registration.keys.count == 5 && copy.registration.keys[0].state == .active)
    }

    @Test("the store makes a device's keyring with its first offer, and keeps each offer")
    func storedOffers() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        let first = try directory.offer("phone", pinned: pinned, at: Self.now)
        #expect(try directory.keyring("phone").keys.map(\.thumbprint) == [first.key.thumbprint])
        let again = try directory.offer("phone", pinned: pinned, at: Self.now + 1)
        #expect(again.key == first.key && again.ephemeral != first.ephemeral && again.pinnedVersion == 1)
        var registration = registration
        let challenge = try registration.challenge(again, from: providerKey, context: context, at: Self.now)
        let answer = try directory.change("phone") { phone in
            try phone.answer(challenge, from: pinned, context: context, at: Self.now)
        }
        #expect(try directory.keyring("phone").awaitedAnswer?.members == answer.members)
    }

    @Test("one key under two registrations of a folder is refused")
    func twoRegistrations() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        var copy = self
        try copy.enrol()
        try directory.add(copy.registration)
        // The device's own keyring is no registration.
        try directory.add(copy.device)
        var other = Keyring.forPublicKeys(name: "other", role: .device)
        try other.pin(copy.registration.recipient.key, at: Self.now)
        expectError(.duplicate) { try directory.add(other) }
        try directory.change("installation-7") { try $0.revoke($0.keys[0].thumbprint, at: Self.now) }
        try directory.add(other)
    }

    @Test("an enrolled keyring is not rotated, and its secret is exported as a JWK only")
    func oneSuite() throws {
        var copy = self
        try copy.enrol()
        expectError(.wrongState) { try copy.device.rotate(at: Self.now) }
        for form in [KeyForm.pem, .raw] { expectError(.wrongState) { try copy.device.keys[0].text(as: form) } }
        let jwk = try copy.device.keys[0].text(as: .jwk)
        let imported = try Keyring(importing: jwk, name: "phone", role: .device, at: Self.now)
        #expect(chains(imported) == chains(copy.device))
    }

    @Test(
        "a registration in a folder has the mode of secrets, also after its chain is gone, and comes from no public file"
    )
    func folder() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        var copy = self
        try copy.enrol()
        try directory.add(copy.registration)
        #expect(folder.mode("installation-7.jwks") == 0o600)
        #expect(try chains(directory.keyring("installation-7")) == chains(copy.registration))
        try directory.change("installation-7") { try $0.revoke($0.keys[0].thumbprint, at: Self.now) }
        #expect(try directory.keyring("installation-7").keys[0].state == .revoked)
        #expect(try !directory.publicKeyring("installation-7").holdsSecrets)
    }
}
