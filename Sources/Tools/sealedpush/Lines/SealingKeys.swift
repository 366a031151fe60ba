import KeyManagement
import PushPayload
import PushSealer
import StrictJSON
import Synchronization

/// The settings of a seal: the command's arguments, which a line of a stream may override.
struct SealSettings: Sendable {
    var provider: UTF8Text?
    /// The recipient; nil for a stream whose lines name theirs.
    var recipient: Recipient?
    var topic: String
    var audience: String
    /// The members of the placeholder's alert; none for the standard one.
    var placeholder: JSONObject
    var options: SealOptions
    /// Whether the expiry is that of the caller and not the default.
    var isExpiryStated: Bool

    enum Recipient: Sendable {
        /// The name of a keyring.
        case device(UTF8Text), shared(UTF8Text)
        case key(DevicePublicKey)
    }
}

/// Seals payloads with cached keys, so that a stream reads no file for each line; a change of a keyring takes effect within
/// a second.
final class SealingKeys: Sendable {
    enum Recipient {
        case device(KeyManagement.Recipient), shared(SharedKey)
    }

    /// The maximum number of cached sealers, and of cached keyrings of a role.
    private static let capacity = 4096

    private let options: KeyOptions
    private let directory: KeyDirectory
    private let sealers = Mutex<[UTF8Text: Sealer]>([:])
    private let recipients = Mutex<[KeyRole: [UTF8Text: KeyringFollower<Keyring>]]>([:])

    init(_ options: KeyOptions) throws {
        self.options = options
        directory = try options.directory
    }

    func seal(_ payload: Payload, _ settings: SealSettings) throws -> SealedPush {
        guard let recipient = settings.recipient else {
            throw Failure.badLine("expected a recipient: to, a keyring's name or a JWK, or shared")
        }
        let sealer = try sealer(settings)
        let placeholder = try Placeholder.given(settings.placeholder)
        switch try key(of: recipient) {
        case .device(let device):
            return try sealer.seal(payload, to: device, placeholder: placeholder, options: settings.options)
        case .shared(let key):
            return try sealer.seal(payload, with: key, placeholder: placeholder, options: settings.options)
        }
    }

    func sealer(_ settings: SealSettings) throws -> Sealer {
        let sealer = try settings.provider.map(sealer(from:)) ?? Sealer(topic: "")
        return try sealer.with(topic: settings.topic, audience: settings.audience)
    }

    /// Returns the sealer of a provider, which is made once; other lines wait, rather than derive its key as well.
    private func sealer(from provider: UTF8Text) throws -> Sealer {
        try sealers.withLock { sealers in
            if let known = sealers[provider] { return known }
            let sealer = try Sealer(from: options.keyring(provider, in: directory), topic: "")
            if sealers.count >= Self.capacity { sealers = [:] }
            sealers[provider] = sealer
            return sealer
        }
    }

    /// Returns the primary key of a recipient's keyring.
    func key(of recipient: SealSettings.Recipient) throws -> Recipient {
        let (name, role): (UTF8Text, KeyRole)
        switch recipient {
        case .key(let key): return .device(KeyManagement.Recipient(key))
        case .device(let device): (name, role) = (device, .device)
        case .shared(let shared): (name, role) = (shared, .shared)
        }
        let keyring = try keyring(name, role: role)
        try keyring.require(role)
        if let key = try keyring.primary.sharedKey { return .shared(key) }
        return try .device(keyring.recipient)
    }

    /// The public keys of a device, with the chains of a registration.
    private func deviceKeyring(_ name: UTF8Text) throws -> Keyring {
        let published = try options.publicKeyring(name, in: directory)
        guard published.keys.contains(where: { $0.enrolment != nil }) else { return published }
        let registration = try directory.keyring(name)
        // A device's own keyring has secrets that no seal needs.
        return registration.isSecret ? published : registration
    }

    private func keyring(_ name: UTF8Text, role: KeyRole) throws -> Keyring {
        let follower = try recipients.withLock { recipients in
            if let known = recipients[role]?[name] { return known }
            let keyring = role == .device ? try deviceKeyring(name) : try options.keyring(name, in: directory)
            let follower = try KeyringFollower(keyring) { keyring throws(KeyError) in keyring }
            if recipients[role, default: [:]].count >= Self.capacity { recipients[role] = [:] }
            recipients[role, default: [:]][name] = follower
            return follower
        }
        return try follower.current()
    }
}
