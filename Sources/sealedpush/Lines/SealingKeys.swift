import KeyManagement
import PushSealer
import Synchronization

/// The cached keys of a stream, so that no file is read for each line.
///
/// A recipient's keyring is read again after one second, since a device may enrol a new key while the stream runs. A
/// provider's keyring is read once.
final class SealingKeys: Sendable {
    /// The key that a payload is sealed with.
    enum Recipient: Sendable {
        case device(DevicePublicKey), shared(SharedKey)

        /// Takes the primary key of a keyring.
        ///
        /// - Throws: ``KeyError`` with `wrongRole` or `noActiveKey`.
        init(_ keyring: Keyring, role: KeyRole) throws {
            try keyring.require(role)
            let primary = try keyring.primary
            if let key = primary.sharedKey {
                self = .shared(key)
            } else if let key = primary.devicePublicKey {
                self = .device(key)
            } else {
                throw Failure(KeyError.Code.wrongRole, "keyring \(keyring.name) holds no \(role.rawValue) key")
            }
        }
    }

    private struct State {
        // Names are compared by their bytes: two normalizations of one text are two files.
        var providers: [[UInt8]: Keyring] = [:]
        var recipients: [[UInt8]: (key: Recipient, readAt: ContinuousClock.Instant)] = [:]
        var demonstrations: Set<[UInt8]> = []
    }

    /// The maximum number of cached keyrings of each kind.
    private static let capacity = 4096
    private static let freshness = Duration.seconds(1)

    private let directory: KeyDirectory
    private let state = Mutex(State())

    /// Takes the folder of the keyrings.
    init(_ directory: KeyDirectory) {
        self.directory = directory
    }

    /// Returns a sealer for the provider's keyring in the settings, if any, with their topic and audience.
    func sealer(_ settings: SealSettings) throws -> Sealer {
        guard let provider = settings.provider else {
            return try Sealer(topic: settings.topic, audience: settings.audience)
        }
        return try Sealer(from: keyring(ofProvider: provider), topic: settings.topic, audience: settings.audience)
    }

    private func keyring(ofProvider name: String) throws -> Keyring {
        let key = Array(name.utf8)
        if let known = state.withLock({ $0.providers[key] }) { return known }
        let keyring = try keyring(name, directory.keyring)
        state.withLock { state in
            if state.providers.count >= Self.capacity { state.providers.removeAll() }
            state.providers[key] = keyring
        }
        return keyring
    }

    /// Returns the primary key of a recipient's keyring.
    func key(of recipient: SealSettings.Recipient) throws -> Recipient {
        switch recipient {
        case .key(let key): return .device(key)
        case .device(let name):
            return try key(named: name, role: .device, read: directory.publicKeyring)
        case .shared(let name):
            return try key(named: name, role: .shared, read: directory.keyring)
        }
    }

    private func key(
        named name: String, role: KeyRole, read: (String) throws(KeyError) -> Keyring
    ) throws -> Recipient {
        let now = ContinuousClock.now
        let place = Array("\(role.rawValue) \(name)".utf8)
        let known = state.withLock { $0.recipients[place] }
        if let known, known.readAt.duration(to: now) < Self.freshness { return known.key }
        let key = try Recipient(keyring(name, read), role: role)
        state.withLock { state in
            if state.recipients.count >= Self.capacity { state.recipients.removeAll() }
            state.recipients[place] = (key, now)
        }
        return key
    }

    private func keyring(_ name: String, _ read: (String) throws(KeyError) -> Keyring) throws -> Keyring {
        let keyring = try read(name)
        if keyring.isDemonstration, state.withLock({ $0.demonstrations.insert(Array(name.utf8)).inserted }) {
            Diagnostics.demonstration(name)
        }
        return keyring
    }
}
