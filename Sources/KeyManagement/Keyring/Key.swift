package import StrictJSON

/// A key in a keyring, with its state and age.
public struct Key: Sendable {
    /// The halves that the keyring holds.
    public enum Material: Sendable {
        /// A device's pair.
        case device(DeviceKey)
        /// The public half of a device's pair.
        case devicePublic(DevicePublicKey)
        /// A provider's pair.
        case provider(ProviderKey)
        /// The public half of a provider's pair.
        case providerPublic(ProviderPublicKey)
        /// A symmetric key.
        case shared(SharedKey)

        /// Makes a new key of a role.
        ///
        /// - Throws: ``KeyError`` with `unavailable` when guarded memory is not to be had.
        init(newOf role: KeyRole) throws(KeyError) {
            switch role {
            case .device: self = .device(try DeviceKey())
            case .provider: self = .provider(try ProviderKey())
            case .shared: self = .shared(try SharedKey())
            }
        }
    }

    /// The halves of the key.
    public let material: Material
    /// The state of the key.
    public package(set) var state: KeyState
    /// When it was made, in UNIX seconds.
    public let created: UInt32
    /// Members of the JWK that this version does not know; they survive a rewrite.
    package var otherMembers = JSONObject()
    /// Members of the JWK's `sealedpush` object that this version does not know; they survive a rewrite.
    package var otherLifeMembers = JSONObject()

    package init(_ material: Material, state: KeyState, created: UInt32) {
        self.material = material
        self.state = state
        self.created = created
    }

    /// The RFC 7638 thumbprint.
    public var thumbprint: Thumbprint {
        switch material {
        case .device(let key): key.publicKey.thumbprint
        case .devicePublic(let key): key.thumbprint
        case .provider(let key): key.publicKey.thumbprint
        case .providerPublic(let key): key.thumbprint
        case .shared(let key): key.thumbprint
        }
    }

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// The purpose of the key.
    public var role: KeyRole {
        switch material {
        case .device, .devicePublic: .device
        case .provider, .providerPublic: .provider
        case .shared: .shared
        }
    }

    /// Whether the keyring holds the secret.
    public var isSecret: Bool {
        switch material {
        case .device, .provider, .shared: true
        case .devicePublic, .providerPublic: false
        }
    }

    /// The device's pair, where the keyring holds it.
    public var deviceKey: DeviceKey? {
        if case .device(let key) = material { key } else { nil }
    }

    /// The provider's pair, where the keyring holds it.
    public var providerKey: ProviderKey? {
        if case .provider(let key) = material { key } else { nil }
    }

    /// The symmetric key.
    public var sharedKey: SharedKey? {
        if case .shared(let key) = material { key } else { nil }
    }

    /// The device's public half.
    public var devicePublicKey: DevicePublicKey? {
        switch material {
        case .device(let key): key.publicKey
        case .devicePublic(let key): key
        case .provider, .providerPublic, .shared: nil
        }
    }

    /// The provider's public half.
    public var providerPublicKey: ProviderPublicKey? {
        switch material {
        case .provider(let key): key.publicKey
        case .providerPublic(let key): key
        case .device, .devicePublic, .shared: nil
        }
    }

    /// The same key without its secret, or nil for a symmetric one, which has no public half.
    package var publicHalf: Key? {
        let material: Material
        switch self.material {
        case .device(let key): material = .devicePublic(key.publicKey)
        case .provider(let key): material = .providerPublic(key.publicKey)
        case .devicePublic, .providerPublic: material = self.material
        case .shared: return nil
        }
        // Members that this version does not know stay behind: it cannot tell which of them are secret.
        return Key(material, state: state, created: created)
    }
}
