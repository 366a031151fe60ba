import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

@Suite("The device's side of an enrolment")
struct DeviceSideTests {
    private let start = EnrolmentParties.start

    private func reason(_ body: () throws -> Void) throws -> String {
        let error = #expect(throws: KeyError.self) { try body() }
        let found = try #require(error)
        #expect(found.code == .noAnswer)
        return found.reason
    }

    @Test("an offer waits for its challenge for 10 minutes, the last second included")
    func lastSecond() throws {
        var parties = try EnrolmentParties()
        let challenge = try parties.challenge(parties.device.offer(at: start))
        var late = parties.device
        expectError(.noOffer) { try late.answer(challenge, from: parties.pinned, at: start + 601) }
        #expect(try parties.device.answer(challenge, from: parties.pinned, at: start + 600).key == challenge.key)
    }

    @Test("an offer again is of the key that was offered, also if it is not the last of the keyring")
    func keyOfOffer() throws {
        let life = #""state":"pending","created":1,"suite":5,"offer":{"e":"\#(KnownKeys.alice)","until":600}"#
        let text = KnownKeys.set(
            KnownKeys.pair(role: "device", life: life), KnownKeys.point(role: "device", x: KnownKeys.bob))
        var device = try Keyring(kept(Array(text.utf8)), name: "phone")
        let offer = try device.offer(at: 600)
        #expect(offer.key.thumbprint.description == KnownKeys.thumbprint)
        #expect(device.keys.count == 2 && device.keys[0].enrolment?.offer?.until == 1200)
        #expect(device.keys[0].enrolment?.offer?.ephemeral.publicKey.rawRepresentation == offer.ephemeral)
    }

    @Test("an answer that awaits its confirmation is found also behind a newer offer")
    func awaitedAnswer() throws {
        var parties = try EnrolmentParties()
        let answer = try parties.answer()
        _ = try parties.device.offer(at: start)
        #expect(parties.device.keys.count == 2)
        #expect(parties.device.awaitedAnswer?.members == answer.members)
    }

    @Test("a confirmation that is not awaited is said to be the second only for the key in use")
    func unawaitedConfirmations() throws {
        var parties = try EnrolmentParties()
        let answer = try parties.answer()
        let confirmation = try parties.registration.confirm(answer, at: start)
        try parties.device.finish(confirmation, at: start)
        let second = try reason { try parties.device.finish(confirmation, at: start) }
        #expect(second.hasSuffix("was confirmed before, by a confirmation or a push"))

        // The key of a newer offer, and a key that the keyring does not have.
        let offered = try parties.device.offer(at: start).key.thumbprint
        for key in [offered, try DeviceKey().publicKey.thumbprint] {
            let early = KeyConfirmation(key: key, proof: confirmation.proof)
            #expect(try reason { try parties.device.finish(early, at: start) }.hasSuffix("awaits no confirmation"))
        }
        #expect(parties.device.keys.map(\.state) == [.active, .pending])
    }

    @Test("a retired provider key challenges for 60 seconds after its end, then it is unknown")
    func retiredSender() throws {
        var parties = try EnrolmentParties()
        try parties.pinned.retire(parties.pinned.primary.thumbprint, grace: .days(1), at: start - 86_400)
        let challenge = try parties.challenge(parties.device.offer(at: start))
        expectError(.unknownSender) {
            var device = parties.device
            return try device.answer(challenge, from: parties.pinned, at: start + 61)
        }
        #expect(try parties.device.answer(challenge, from: parties.pinned, at: start + 60).key == challenge.key)
    }

    @Test("a challenge with ML-KEM-768 for an offer with its seed is neither malformed nor weak")
    func postQuantumChallenge() throws {
        let seed = Base64URL.string(encoding: [UInt8](repeating: 7, count: 64).span)
        let offer = #""offer":{"e":"\#(KnownKeys.alice)","m":"\#(seed)","until":\#(start.unixTime)}"#
        let text = KnownKeys.set(
            KnownKeys.pair(role: "device", life: #""state":"pending","created":1,"suite":5,\#(offer)"#))
        var parties = try EnrolmentParties()
        parties.device = try Keyring(kept(Array(text.utf8)), name: "phone")
        let key = try #require(parties.device.keys.first?.devicePublicKey)
        let secrets = OfferSecrets(ephemeral: try X25519.PrivateKey(), seed: nil, until: start)
        var members = try parties.challenge(KeyOffer(key, secrets, pinnedVersion: nil)).members
        members["mlkem768"] = .base64URL([UInt8](repeating: 0, count: MLKEM768.ciphertextByteCount))
        let challenge = try KeyChallenge(members: members)
        // The ciphertext is not the provider's. A system without ML-KEM-768 cannot use the seed, and does not go on without it.
        for isRequired in [false, true] {
            expectError(MLKEM768.isAvailable ? .cannotOpen : .unavailable) {
                try parties.device.answer(
                    challenge, from: parties.pinned, requiresPostQuantum: isRequired, at: start)
            }
        }
        #expect(parties.device.keys[0].enrolment?.chain == nil)
    }

    @Test("an offer is written to the store once")
    func oneWrite() throws {
        let folder = try TemporaryFolder()
        let store = WatchedStore(folder.directory)
        let first = try store.offer("phone", at: start)
        #expect(store.writeCount == 1)
        let second = try store.offer("phone", at: start + 1)
        #expect(store.writeCount == 2 && second.key == first.key)
    }

    @Test("of two processes that offer a device's first key at once, both offer the key that is kept")
    func firstOffers() throws {
        let folder = try TemporaryFolder()
        let store = WatchedStore(folder.directory) { directory in
            _ = try? directory.offer("phone", at: EnrolmentParties.start)
        }
        let offer = try store.offer("phone", at: start)
        let keys = try store.keyring("phone").keys
        #expect(keys.map(\.thumbprint) == [offer.key.thumbprint])
        #expect(keys[0].enrolment?.offer?.ephemeral.publicKey.rawRepresentation == offer.ephemeral)
    }
}
