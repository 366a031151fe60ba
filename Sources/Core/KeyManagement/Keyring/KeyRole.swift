/// The purpose of a key; a keyring holds keys of one role, and a key is only ever selected for its own.
public enum KeyRole: String, Sendable, CaseIterable {
    /// An X25519 pair whose secret half stays on the device and opens what was sealed to it.
    case device
    /// An X25519 pair whose secret half authenticates the provider and whose public half is pinned on the device.
    case provider
    /// One 32-byte symmetric key that both halves hold.
    case shared
}

/// The role of an X25519 pair, known to the compiler, so that a device key is never taken for a provider key.
public protocol KeyPairRole: Sendable {
    /// The role's value at run time.
    static var role: KeyRole { get }
}

/// The role of ``DeviceKey`` and ``DevicePublicKey``.
public enum DeviceRole: KeyPairRole {
    /// The role `device`.
    public static let role = KeyRole.device
}

/// The role of ``ProviderKey`` and ``ProviderPublicKey``.
public enum ProviderRole: KeyPairRole {
    /// The role `provider`.
    public static let role = KeyRole.provider
}

/// A device's pair: it opens what was sealed to the device.
public typealias DeviceKey = PrivateKey<DeviceRole>
/// The key that a device registers with its provider.
public typealias DevicePublicKey = PublicKey<DeviceRole>
/// A provider's pair: it authenticates what the provider seals.
public typealias ProviderKey = PrivateKey<ProviderRole>
/// The provider's key that a device pins.
public typealias ProviderPublicKey = PublicKey<ProviderRole>
