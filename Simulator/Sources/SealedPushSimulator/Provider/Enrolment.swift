import Foundation
import KeyManagement

/// How a phone and the provider come to know each other's keys: by the three messages of an enrolment, as over a network.
enum Enrolment {
    /// Makes the phone's keys, pins the provider's, and proves to the provider that the phone holds them.
    ///
    /// - Returns: the provider's registration of the phone.
    /// - Throws: ``KeyError`` if a folder cannot be written.
    static func enrol(
        _ name: String,
        app: String,
        keyFolder: String,
        provider: Keyring
    ) throws -> Keyring {
        let now = WallClock.system.now
        let context = EnrolmentContext(topic: app)
        let directory = KeyDirectory(keyFolder)
        let device = try directory.generate("phone", role: .device)
        var pinned = Keyring.forPublicKeys(name: "provider", role: .provider)
        try pinned.pin(provider.publicHalf(), at: now)
        try directory.add(pinned)

        var registration = Keyring.forPublicKeys(name: name, role: .device)
        let offer = try KeyOffer(parsing: device.offer().serialized())
        let challenge = try registration.challenge(
            offer, from: provider.primary.providerKey, context: context, at: now)
        let received = try KeyChallenge(parsing: challenge.serialized())
        let answer = try device.answer(received, from: pinned, context: context, at: now)
        try registration.confirm(KeyAnswer(parsing: answer.serialized()), grace: .zero, at: now)
        return registration
    }
}
