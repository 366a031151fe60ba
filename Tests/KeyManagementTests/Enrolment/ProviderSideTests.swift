import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

@Suite("The provider's side of an enrolment")
struct ProviderSideTests {
    private let start = EnrolmentParties.start

    /// An offer of a device that has lost its keyring.
    private func newOffer(at now: Date) throws -> KeyOffer {
        var device = Keyring.forPublicKeys(name: "phone", role: .device)
        return try device.offer(at: now)
    }

    @Test("a key that is revoked before it is confirmed stays revoked when its time is over")
    func revokedChallenge() throws {
        var parties = try EnrolmentParties()
        let offer = try parties.device.offer(at: start)
        _ = try parties.challenge(offer)
        try parties.registration.revoke(offer.key.thumbprint, at: start)
        _ = try parties.challenge(newOffer(at: start + 601), at: start + 601)
        #expect(parties.registration.keys.map(\.state) == [.revoked, .pending])
        expectError(.wrongState) { try parties.challenge(offer, at: start + 602) }
    }

    @Test("a key that was not confirmed within 10 minutes is removed by the next challenge, and not in the last second")
    func unanswered() throws {
        for (delay, count) in [(600.0, 2), (601, 1)] {
            var parties = try EnrolmentParties()
            _ = try parties.challenge(parties.device.offer(at: start))
            let next = try newOffer(at: start + delay)
            _ = try parties.challenge(next, at: start + delay)
            #expect(parties.registration.keys.count == count)
            #expect(parties.registration.keys.last?.thumbprint == next.key.thumbprint)
        }
    }

    @Test("a provider without ML-KEM-768 challenges a device that has it without a ciphertext")
    func postQuantumOffer() throws {
        var parties = try EnrolmentParties()
        var members = try parties.device.offer(at: start).members
        // The 768 coefficients 3328 and 0, below the modulus (FIPS 203 §7.2), and a seed of zeros.
        members["mlkem768"] = .base64URL([0x00, 0x0d] + [UInt8](repeating: 0, count: 1182))
        let challenge = try parties.challenge(KeyOffer(members: members))
        #expect((challenge.ciphertext != nil) == MLKEM768.isAvailable)
        #expect(parties.registration.keys[0].enrolment?.chain?.isPostQuantum == MLKEM768.isAvailable)
    }

    @Test("an answer of a replaced key that was revoked is refused as that, also without its chain")
    func revokedAfterReplacement() throws {
        var parties = try EnrolmentParties()
        let older = try parties.enrol()
        try parties.enrol(at: start + 1)
        try parties.registration.revoke(older.key, at: start + 2)
        #expect(parties.registration.keys[0].enrolment?.chain == nil)
        expectError(.wrongState) { try parties.registration.confirm(older, at: start + 3) }
    }

    @Test("a key that was exchanged by hand has no challenge to answer, in use or revoked")
    func exchangedByHand() throws {
        var parties = try EnrolmentParties()
        let key = try DeviceKey().publicKey
        try parties.registration.pin(key, at: start)
        let answer = KeyAnswer(key: key.thumbprint, proof: [UInt8](repeating: 0, count: 32))
        expectError(.noChallenge) { try parties.registration.confirm(answer, at: start) }
        try parties.registration.revoke(key.thumbprint, at: start)
        expectError(.noChallenge) { try parties.registration.confirm(answer, at: start) }
    }

    @Test("the answer of a key in use gets its confirmation at any time, also of one that was activated by hand")
    func activatedByHand() throws {
        var parties = try EnrolmentParties()
        let answer = try parties.answer()
        try parties.registration.activate(answer.key, at: start)
        let confirmation = try parties.registration.confirm(answer, at: start + 86_400)
        try parties.device.finish(confirmation, at: start + 86_400)
        #expect(parties.device.keys.map(\.state) == [.active] && parties.registration.keys.map(\.state) == [.active])
    }
}
