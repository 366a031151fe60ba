import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

extension ChainAnswer {
    func secret(_ name: String) throws -> SecretMemory {
        let bytes = try bytes(name)
        return try SecretMemory(copying: bytes.span)
    }

    func pair(_ name: String) throws -> X25519.PrivateKey { try X25519.PrivateKey(secret(name)) }

    var context: EnrolmentContext { EnrolmentContext(topic: text("topic") ?? "", audience: text("audience") ?? "") }

    func message<Message: KeyMessage>(_ name: String = "message") throws -> Message {
        try Message(parsing: Array(required(name).utf8))
    }

    static func keyring(_ set: JSONValue?, _ role: KeyRole) throws -> Keyring {
        guard let set, set.objectValue?["keys"]?.arrayValue?.isEmpty == false else {
            return Keyring(name: UTF8Text(role.rawValue), role: role, keys: [])
        }
        let text = set.serialized()
        return try Keyring(KeyringText(copying: text.span), name: UTF8Text(role.rawValue))
    }

    func keyring(_ name: String, _ role: KeyRole = .device) throws -> Keyring {
        try Self.keyring(fields[name], role)
    }

    /// The text of a keyring, or that it has no key; without the version that the device has pinned, which the reference does not store.
    static func string(_ keyring: Keyring) throws -> String {
        var keyring = keyring
        keyring.pinnedVersion = nil
        return keyring.keys.isEmpty ? "" : try keyring.string
    }

    func challengeRandomness() throws -> ChallengeRandomness {
        let hpke = try bytes("skE")
        let (ephemeral, secret) = (try pair("eP"), try secret("secret"))
        let randomness = Randomness { $0.copyBytes(from: hpke) }
        guard text("ciphertext") != nil else {
            return ChallengeRandomness(ephemeral: ephemeral, secret: secret, hpke: randomness)
        }
        let ciphertext = try bytes("ciphertext")
        let shared = try self.secret("ss")
        return ChallengeRandomness(
            ephemeral: ephemeral, secret: secret, hpke: randomness, encapsulated: (ciphertext, shared))
    }

    /// Whether the device's step needs ML-KEM-768 itself.
    func needsKEM(_ state: JSONValue?) -> Bool {
        fields["kem"] == true
            || state.map { String(decoding: $0.serialized(), as: UTF8.self).contains(#""m":"#) } ?? false
    }
}

@Suite("Enrolment with a chain against the reference")
struct EnrolmentKnownAnswerTests {
    @Test("each list has its cases")
    func lists() {
        for (list, least) in ["enrolments": 6, "steps": 120] { #expect(ChainAnswer.all(list).count >= least) }
    }

    @Test(
        "messages, chain and keyrings of a whole enrolment are the reference's",
        arguments: ChainAnswer.all("enrolments"))
    func enrolments(answer: ChainAnswer) throws {
        let hasKEM = answer.text("seed") != nil
        let rings = try #require(answer.fields["keyring"]?.objectValue)
        let registrations = try #require(answer.fields["registration"]?.objectValue)
        func ring(_ name: String) throws -> String {
            try ChainAnswer.string(ChainAnswer.keyring(rings[name], .device))
        }
        func registered(_ name: String) throws -> String {
            try ChainAnswer.string(ChainAnswer.keyring(registrations[name], .device))
        }
        let (provider, pinned) = (try answer.keyring("provider", .provider), try answer.keyring("pinned", .provider))
        var registration = try ChainAnswer.keyring(registrations["before"], .device)
        let pinnedVersion = try (answer.message("offer") as KeyOffer).pinnedVersion
        let key = try SigningKeys(provider).key(pinnedVersion: pinnedVersion, at: answer.time())
        let offer: KeyOffer = try answer.message("offer")
        let challenge = try registration.challenge(
            offer, from: key, context: answer.context, lifetime: answer.number("lifetime") ?? 0,
            at: answer.time(), randomness: answer.challengeRandomness())
        #expect(challenge.serialized() == Array(try answer.required("challenge").utf8))
        let chain = try #require(registration.keys.last?.enrolment?.chain)
        #expect(chain.links.link.bytes == (try answer.bytes("chain")))
        #expect(try ChainAnswer.string(registration) == registered("challenged"))
        let confirmation = try registration.confirm(answer.message("answer"), at: answer.time(after: 2))
        #expect(confirmation.serialized() == Array(try answer.required("confirmation").utf8))
        #expect(try ChainAnswer.string(registration) == registered("active"))

        guard !hasKEM || MLKEM768.isAvailable else { return }
        var device = try ChainAnswer.keyring(rings["before"], .device)
        let pair = try answer.pair("device")
        let made = try device.offer(
            pinned: pinned, at: answer.time(), key: pair, ephemeral: answer.pair("eD"),
            seed: hasKEM ? answer.secret("seed") : nil)
        #expect(made.serialized() == Array(try answer.required("offer").utf8))
        #expect(try ChainAnswer.string(device) == ring("offered"))
        let proof = try device.answer(challenge, from: pinned, context: answer.context, at: answer.time(after: 1))
        #expect(proof.serialized() == Array(try answer.required("answer").utf8))
        #expect(try ChainAnswer.string(device) == ring("answered"))
        try device.finish(confirmation, at: answer.time(after: 3))
        #expect(try ChainAnswer.string(device) == ring("active"))
    }

    @Test(
        "each step is made or refused as the reference does, and leaves its state",
        arguments: ChainAnswer.all("steps"))
    func steps(step: ChainAnswer) throws {
        var state = try step.keyring("state")
        let before = try ChainAnswer.string(state)
        // A device without ML-KEM-768 makes no offer with it.
        guard
            ["challenge", "confirm"].contains(step.text("step")) || MLKEM768.isAvailable
                || !step.needsKEM(step.fields["state"])
        else { return }
        let made: [UInt8]?
        do {
            made = try run(step, on: &state)
        } catch let error as KeyError {
            let expected = step.text("expect")
            // The reader of messages names the cause of these more precisely.
            let precise: [KeyError.Code] = [
                .duplicate, .tooLarge, .truncated, .wrongCurve, .invalidKey, .lowOrderPublicKey,
            ]
            #expect(
                error.code.rawValue == expected || expected == "malformed" && precise.contains(error.code), "\(error)")
            #expect(try ChainAnswer.string(state) == before)
            return
        }
        #expect(step.text("expect") == nil)
        if let made { #expect(made == Array(try step.required("made").utf8)) }
        #expect(try ChainAnswer.string(state) == ChainAnswer.string(step.keyring("after")))
    }

    private func run(_ step: ChainAnswer, on state: inout Keyring) throws -> [UInt8]? {
        let now = step.time()
        switch step.text("step") {
        case "offer":
            let seed = step.fields["kem"] == true ? try step.secret("seed") : nil
            let pair = try step.pair("device")
            return try state.offer(
                pinned: step.keyring("provider", .provider), at: now, key: pair, ephemeral: step.pair("eD"), seed: seed
            ).serialized()
        case "challenge":
            let offer: KeyOffer = try step.message()
            let key = try SigningKeys(step.keyring("provider", .provider)).key(
                pinnedVersion: offer.pinnedVersion, at: now)
            return try state.challenge(
                offer, from: key, context: step.context, lifetime: step.number("lifetime") ?? 0,
                at: now, randomness: step.challengeRandomness()
            ).serialized()
        case "answer":
            return try state.answer(
                step.message(), from: step.keyring("provider", .provider), context: step.context,
                longestLifetime: step.fields["mostDays"]?.numberValue?.int ?? 30,
                requiresPostQuantum: step.fields["requiresKEM"] == true, at: now
            ).serialized()
        case "confirm": return try state.confirm(step.message() as KeyAnswer, at: now).serialized()
        default:
            try state.finish(step.message(), at: now)
            return nil
        }
    }
}
