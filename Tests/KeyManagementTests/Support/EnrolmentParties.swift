import CryptoPrimitives
import Foundation
import KeyManagement
import TestSupport
import Testing

/// A device, its registration and the provider, with one context for all enrolments.
struct EnrolmentParties {
    static let start: Date = 1_795_263_600
    let provider: Keyring
    var pinned: Keyring
    var device = Keyring.forPublicKeys(name: "phone", role: .device)
    var registration = Keyring.forPublicKeys(name: "jane", role: .device)

    init() throws {
        provider = try Keyring.generate(name: "bank", role: .provider, at: 1)
        pinned = try provider.publicHalf()
    }

    mutating func challenge(_ offer: KeyOffer, at now: Date = start) throws -> KeyChallenge {
        try registration.challenge(offer, from: #require(provider.primary.providerKey), at: now)
    }

    /// Challenges a new key of the device, and answers.
    mutating func answer(at now: Date = start) throws -> KeyAnswer {
        let challenge = try challenge(device.offer(at: now), at: now)
        return try device.answer(challenge, from: pinned, at: now)
    }

    /// Enrols a new key of the device, and returns its answer.
    @discardableResult
    mutating func enrol(at now: Date = start) throws -> KeyAnswer {
        let answer = try answer(at: now)
        try device.finish(registration.confirm(answer, at: now), at: now)
        return answer
    }
}
