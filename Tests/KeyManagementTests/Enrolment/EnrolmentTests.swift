import Foundation
import KeyManagement
import StrictJSON
import TestSupport
import Testing

@Suite("Enrolment")
struct EnrolmentTests {
    private let device: Keyring
    private let provider: Keyring
    private let pinned: Keyring
    private let context = EnrolmentContext(topic: "com.example.bank", audience: "jane")
    private var registration = Keyring.forPublicKeys(name: "jane", role: .device)

    init() throws {
        device = try Keyring.generate(name: "device", role: .device, at: 1)
        provider = try Keyring.generate(name: "provider", role: .provider, at: 1)
        pinned = try provider.publicHalf()
    }

    private var providerKey: ProviderKey {
        get throws { try #require(try provider.primary.providerKey) }
    }

    /// The message as the other half reads it.
    private func sent(_ offer: KeyOffer) throws -> KeyOffer { try KeyOffer(parsing: offer.serialized()) }
    private func sent(_ challenge: KeyChallenge) throws -> KeyChallenge {
        try KeyChallenge(parsing: challenge.serialized())
    }
    private func sent(_ answer: KeyAnswer) throws -> KeyAnswer { try KeyAnswer(parsing: answer.serialized()) }

    @Test("a key is active only after its holder has answered", arguments: [true, false])
    func wholeWay(authenticated: Bool) throws {
        var registration = registration
        let challenge = try registration.challenge(
            sent(device.offer()), from: authenticated ? providerKey : nil, context: context, at: 100)
        #expect(registration.keys.map(\.state) == [.pending])
        expectError(.noActiveKey) { try registration.primary }
        // The provider's process ends here and another one goes on from what was kept.
        registration = try Keyring(registration.string, name: "jane")
        let answer = try device.answer(
            sent(challenge), from: authenticated ? pinned : nil, context: context, at: 110)
        let key = try registration.confirm(sent(answer), grace: .days(1), at: 120)
        #expect(key.state == .active)
        #expect(try registration.primary.thumbprint == device.primary.thumbprint)
        #expect(try !registration.string.contains("enrolment"))
    }

    @Test("the previous key retires when the next one is confirmed")
    func replacement() throws {
        var (registration, device) = (registration, device)
        try enrol(device, into: &registration, at: 10)
        let first = try device.primary.thumbprint
        let second = try device.rotate(at: 20).thumbprint
        try enrol(device, into: &registration, at: 30)
        #expect(try registration.primary.thumbprint == second)
        #expect(try registration.key(first).state == .retiring(until: 30 + 86_400))
    }

    @Test("a replayed answer is refused")
    func replayed() throws {
        var registration = registration
        let challenge = try registration.challenge(device.offer(), context: context, at: 1)
        let answer = try device.answer(challenge, context: context, at: 1)
        try registration.confirm(answer, grace: .zero, at: 2)
        expectError(.noChallenge) { try registration.confirm(answer, grace: .zero, at: 3) }
        // Not even when a new challenge is out.
        _ = try registration.challenge(device.offer(), context: context, at: 4)
        expectError(.wrongAnswer) { try registration.confirm(answer, grace: .zero, at: 5) }
    }

    @Test("an answer to an earlier challenge is refused, and to the latest one is not")
    func crossed() throws {
        var registration = registration
        let early = try registration.challenge(device.offer(), context: context, at: 1)
        let late = try registration.challenge(device.offer(), context: context, at: 2)
        let earlyAnswer = try device.answer(early, context: context, at: 3)
        expectError(.wrongAnswer) { try registration.confirm(earlyAnswer, grace: .zero, at: 4) }
        try registration.confirm(device.answer(late, context: context, at: 3), grace: .zero, at: 4)
    }

    @Test("another device's answer is refused")
    func otherDevice() throws {
        var registration = registration
        var others = Keyring.forPublicKeys(name: "joe", role: .device)
        let other = try Keyring.generate(name: "other", role: .device)
        _ = try registration.challenge(device.offer(), context: context, at: 1)
        let challenge = try others.challenge(other.offer(), context: context, at: 1)
        let answer = try other.answer(challenge, context: context, at: 2)
        expectError(.noChallenge) { try registration.confirm(answer, grace: .zero, at: 3) }
        expectError(.notFound) { try device.answer(challenge, context: context, at: 2) }
    }

    @Test("an answer is valid until the last second of its time")
    func late() throws {
        var registration = registration
        let challenge = try registration.challenge(device.offer(), context: context, validFor: .seconds(60), at: 100)
        let answer = try device.answer(challenge, context: context, at: 100)
        expectError(.tooLate) { try registration.confirm(answer, grace: .zero, at: 161) }
        #expect(registration.keys.map(\.state) == [.pending])
        try registration.confirm(answer, grace: .zero, at: 160)
    }

    @Test("another topic or audience does not open the challenge", arguments: ["com.example.shop", ""])
    func context(other: String) throws {
        var registration = registration
        let challenge = try registration.challenge(device.offer(), context: context, at: 1)
        for context in [
            EnrolmentContext(topic: other, audience: "jane"),
            EnrolmentContext(topic: "com.example.bank", audience: other),
            EnrolmentContext(topic: "com.example.bankj", audience: "ane"),
        ] {
            expectError(.cannotOpen) { try device.answer(challenge, context: context, at: 1) }
        }
    }

    @Test("with a pinned provider, an unauthenticated challenge or another provider's is refused")
    func sender() throws {
        var registration = registration
        let anonymous = try registration.challenge(device.offer(), context: context, at: 1)
        expectError(.unknownSender) { try device.answer(anonymous, from: pinned, context: context, at: 1) }
        let stranger = try ProviderKey()
        let strange = try registration.challenge(device.offer(), from: stranger, context: context, at: 1)
        expectError(.unknownSender) { try device.answer(strange, from: pinned, context: context, at: 1) }
        expectError(.unknownSender) { try device.answer(strange, context: context, at: 1) }
        var revoked = pinned
        try revoked.revoke(provider.primary.thumbprint, at: 1)
        let challenge = try registration.challenge(device.offer(), from: providerKey, context: context, at: 1)
        expectError(.unknownSender) { try device.answer(challenge, from: revoked, context: context, at: 1) }
    }

    @Test("one flipped bit of a challenge or an answer is refused")
    func flipped() throws {
        var registration = registration
        let challenge = try registration.challenge(device.offer(), from: providerKey, context: context, at: 1)
        let answer = try device.answer(challenge, from: pinned, context: context, at: 1).serialized()
        let challengeText = challenge.serialized()
        for index in challengeText.indices {
            var changed = challengeText
            changed[index] ^= 1
            #expect(throws: KeyError.self) {
                try device.answer(KeyChallenge(parsing: changed), from: pinned, context: context, at: 1)
            }
        }
        for index in answer.indices {
            var changed = answer
            changed[index] ^= 1
            #expect(throws: KeyError.self) {
                try registration.confirm(KeyAnswer(parsing: changed), grace: .zero, at: 1)
            }
        }
        try registration.confirm(KeyAnswer(parsing: answer), grace: .zero, at: 1)
    }

    @Test("a revoked or retired key is not accepted again, and does not answer")
    func ended() throws {
        var (registration, device) = (registration, device)
        try enrol(device, into: &registration, at: 10)
        let offer = try device.offer()
        let key = try device.primary.thumbprint
        let challenge = try registration.challenge(offer, context: context, at: 11)
        try registration.revoke(key, at: 12)
        expectError(.wrongState) { try registration.challenge(offer, context: context, at: 13) }
        try device.revoke(key, at: 12)
        expectError(.wrongState) { try device.answer(challenge, context: context, at: 13) }
    }

    @Test(
        "a key that was retired or revoked while its challenge was out is refused, and retires no other key",
        arguments: [false, true])
    func endedMeanwhile(isRevoked: Bool) throws {
        var registration = registration
        try enrol(device, into: &registration, at: 1)
        let challenge = try registration.challenge(device.offer(), context: context, at: 2)
        let answer = try device.answer(challenge, context: context, at: 2)
        let next = try Keyring.generate(name: "next", role: .device, at: 1)
        try enrol(next, into: &registration, at: 3)
        if isRevoked { try registration.revoke(device.primary.thumbprint, at: 4) }
        expectError(.wrongState) { try registration.confirm(answer, grace: .zero, at: 5) }
        #expect(try registration.primary.thumbprint == next.primary.thumbprint)
    }

    @Test("unconfirmed offers do not accumulate")
    func abandoned() throws {
        var registration = registration
        for now in 0..<50 as Range<UInt32> {
            let other = try Keyring.generate(name: "other", role: .device)
            _ = try registration.challenge(other.offer(), validFor: .seconds(1), at: Date(now * 2))
        }
        #expect(registration.keys.count == 1)
    }

    @Test("an offer ends no other enrolment before its time, and never a key in use")
    func others() throws {
        var registration = registration
        try enrol(device, into: &registration, at: 1)
        // A challenge of the key in use, which is not answered.
        _ = try registration.challenge(device.offer(), validFor: .seconds(10), at: 2)
        let pending = try Keyring.generate(name: "pending", role: .device)
        let challenge = try registration.challenge(
            pending.offer(), context: context, validFor: .seconds(10), at: 20)
        let other = try Keyring.generate(name: "other", role: .device)
        _ = try registration.challenge(other.offer(), at: 30)
        #expect(registration.keys.map(\.state) == [.active, .pending, .pending])
        let answer = try pending.answer(challenge, context: context, at: 30)
        try registration.confirm(answer, grace: .days(1), at: 30)
        #expect(try registration.primary.thumbprint == pending.primary.thumbprint)
    }

    @Test("a key that is offered again after its time stays the same key")
    func again() throws {
        var registration = registration
        _ = try registration.challenge(device.offer(), validFor: .seconds(1), at: 1)
        let challenge = try registration.challenge(device.offer(), context: context, at: 100)
        #expect(registration.keys.map(\.created) == [1])
        try registration.confirm(device.answer(challenge, context: context, at: 101), grace: .zero, at: 101)
        // Also when it is in use.
        let second = try registration.challenge(device.offer(), context: context, at: 200)
        try registration.confirm(device.answer(second, context: context, at: 201), grace: .zero, at: 201)
        #expect(registration.keys.map(\.state) == [.active])
    }

    @Test("a provider's own keyring, a keyring of secrets and a public half cannot be enrolled")
    func wrongKeyrings() throws {
        var (own, provider) = (device, provider)
        let offer = try device.offer()
        expectError(.wrongRole) { try provider.offer() }
        expectError(.wrongHalf) { try device.publicHalf().offer() }
        expectError(.wrongRole) { try provider.challenge(offer, at: 1) }
        let other = try Keyring.generate(name: "other", role: .device).offer()
        for offer in [offer, other] { expectError(.wrongHalf) { try own.challenge(offer, at: 1) } }
        var registration = registration
        let challenge = try registration.challenge(offer, from: providerKey, context: context, at: 1)
        expectError(.wrongRole) { try provider.answer(challenge, from: pinned, context: context, at: 1) }
        expectError(.wrongRole) { try device.answer(challenge, from: device.publicHalf(), context: context, at: 1) }
        let answer = try device.answer(challenge, from: pinned, context: context, at: 1)
        expectError(.wrongRole) { try provider.confirm(answer, grace: .zero, at: 1) }
    }

    @Test(
        "wrong messages are refused with their own errors",
        arguments: [
            ("", KeyError.Code.truncated), ("[]", .malformed), ("{}", .malformed),
            (#"{"sealedpush":"offer-v2","key":{}}"#, .malformed),
            (#"{"sealedpush":"offer-v1"}"#, .malformed),
            (#"{"sealedpush":"offer-v1","sealedpush":"offer-v1"}"#, .duplicate),
            (#"{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"Ed25519","x":"\#(KnownKeys.alice)"}}"#, .wrongCurve),
            (
                #"{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"\#(String(repeating: "A", count: 43))"}}"#,
                .lowOrderPublicKey
            ),
            (#"{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","d":"AA"}}"#, .unexpectedSecret),
            (
                #"{"sealedpush":"offer-v1","key":{"kty":"OKP","crv":"X25519","x":"\#(KnownKeys.alice)","k":"AA"}}"#,
                .unexpectedSecret
            ),
        ])
    func wrongOffers(text: String, code: KeyError.Code) {
        expectError(code) { try KeyOffer(parsing: Array(text.utf8)) }
    }

    @Test(
        "a challenge, an answer and the names of keys have exactly their size", arguments: ["key", "sealed", "answer"])
    func sizes(name: String) throws {
        var registration = registration
        let challenge = try registration.challenge(device.offer(), context: context, at: 1)
        let message =
            name == "sealed"
            ? challenge.serialized()
            : try device.answer(
                challenge, context: context, at: 1
            ).serialized()
        var members = try #require(try JSONValue(parsing: message).objectValue)
        let text = try #require(members[name]?.stringValue)
        for changed in ["AAAA" + text, String(text.dropFirst(4))] {
            members[name] = .string(changed)
            expectError(.malformed) {
                if name == "sealed" {
                    _ = try KeyChallenge(parsing: members.serialized())
                } else {
                    _ = try KeyAnswer(parsing: members.serialized())
                }
            }
        }
    }

    @Test("a message of 5,000 bytes is too large")
    func largeOffer() {
        expectError(.tooLarge) { try KeyOffer(parsing: Array(repeating: UInt8(ascii: " "), count: 5000)) }
    }

    private func enrol(_ device: Keyring, into registration: inout Keyring, at now: Date) throws {
        let challenge = try registration.challenge(device.offer(), from: providerKey, context: context, at: now)
        let answer = try device.answer(challenge, from: pinned, context: context, at: now)
        try registration.confirm(answer, grace: .days(1), at: now)
    }
}
