import Foundation
import KeyManagement

/// The enrolment of a phone's key with the provider, by its three serialized messages.
enum Enrolment {
    /// Generates the phone's keys, pins the provider's public keys, and proves possession of the secret key.
    ///
    /// - Returns: the provider's registration of the phone.
    /// - Throws: ``KeyError`` if a folder cannot be written.
    static func enrol(
        _ name: String,
        app: String,
        keyFolder: String,
        provider: Keyring
    ) throws -> Keyring {
        let context = EnrolmentContext(topic: app)
        let directory = KeyDirectory(keyFolder)
        let device = try directory.generate("phone", role: .device)
        try directory.pin(provider)
        let pinned = try directory.keyring(provider.name)

        var registration = Keyring.forPublicKeys(name: name, role: .device)
        let offer = try KeyOffer(parsing: device.offer().serialized())
        let challenge = try registration.challenge(
            offer, from: provider.primary.providerKey, context: context)
        let received = try KeyChallenge(parsing: challenge.serialized())
        let answer = try device.answer(received, from: pinned, context: context)
        try registration.confirm(KeyAnswer(parsing: answer.serialized()), grace: .zero)
        return registration
    }
}
