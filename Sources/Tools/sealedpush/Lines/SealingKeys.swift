import KeyManagement
import PushPayload
import PushSealer
import Synchronization

/// The settings of a seal: the command's arguments, which a line of a stream may override.
struct SealSettings: Sendable {
    var provider: String?
    /// The recipient; nil for a stream whose lines name theirs.
    var recipient: Recipient?
    var topic: String
    var audience: String
    var placeholderTitle: String?
    var placeholderBody: String?
    var options: SealOptions

    enum Recipient: Sendable {
        /// The name of a keyring.
        case device(String), shared(String)
        case key(DevicePublicKey)
    }
}

/// Seals payloads with cached keys, so that a stream reads no file for each line; a change of a keyring takes effect within
/// a second.
final class SealingKeys: Sendable {
    enum Recipient {
        case device(DevicePublicKey), shared(SharedKey)
    }

    /// Keyrings by name; names are compared by their bytes, since two normalizations of one text are two files.
    private typealias Keyrings = [[UInt8]: KeyringFollower<Keyring>]

    /// The maximum number of cached keyrings of a role.
    private static let capacity = 4096

    private let options: KeyOptions
    private let directory: KeyDirectory
    private let known = Mutex<[KeyRole: Keyrings]>([:])

    init(_ options: KeyOptions) throws {
        self.options = options
        directory = try options.directory
    }

    func seal(_ payload: Payload, _ settings: SealSettings) throws -> SealedPush {
        guard let recipient = settings.recipient else {
            throw Failure.badLine("expected a recipient: to, a keyring's name or a JWK, or shared")
        }
        let sealer = try sealer(settings)
        let placeholder = Placeholder.given(title: settings.placeholderTitle, body: settings.placeholderBody)
        switch try key(of: recipient) {
        case .device(let key):
            return try sealer.seal(payload, to: key, placeholder: placeholder, options: settings.options)
        case .shared(let key):
            return try sealer.seal(payload, with: key, placeholder: placeholder, options: settings.options)
        }
    }

    func sealer(_ settings: SealSettings) throws -> Sealer {
        guard let provider = settings.provider else {
            return try Sealer(topic: settings.topic, audience: settings.audience)
        }
        return try Sealer(from: keyring(provider, role: .provider), topic: settings.topic, audience: settings.audience)
    }

    /// Returns the primary key of a recipient's keyring.
    func key(of recipient: SealSettings.Recipient) throws -> Recipient {
        let (name, role): (String, KeyRole)
        switch recipient {
        case .key(let key): return .device(key)
        case .device(let device): (name, role) = (device, .device)
        case .shared(let shared): (name, role) = (shared, .shared)
        }
        let keyring = try keyring(name, role: role)
        try keyring.require(role)
        let primary = try keyring.primary
        if let key = primary.sharedKey { return .shared(key) }
        if let key = primary.devicePublicKey { return .device(key) }
        throw Failure(KeyError.Code.wrongRole.rawValue, "keyring \(name) holds no \(role.rawValue) key")
    }

    private func keyring(_ name: String, role: KeyRole) throws -> Keyring {
        let bytes = Array(name.utf8)
        if let known = known.withLock({ $0[role]?[bytes] }) {
            return try known.current()
        }
        let keyring =
            role == .device
            ? try options.publicKeyring(name, in: directory) : try options.keyring(name, in: directory)
        let follower = try KeyringFollower(keyring) { keyring throws(KeyError) in keyring }
        known.withLock { known in
            if known[role, default: [:]].count >= Self.capacity { known[role] = [:] }
            known[role, default: [:]][bytes] = follower
        }
        return keyring
    }
}
