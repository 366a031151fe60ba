/// The role of an X25519 pair, known to the compiler, so that a device key is never taken for a provider key.
public protocol KeyPairRole: Sendable {
    /// The role's value at run time.
    static var role: KeyRole { get }
    /// A public key of the role as a keyring holds it.
    static func material(of key: PublicKey<Self>) -> Key.Material
}

/// The role of ``DeviceKey`` and ``DevicePublicKey``.
public enum DeviceRole: KeyPairRole {
    /// The role `device`.
    public static let role = KeyRole.device
    /// A device's public key in a keyring.
    public static func material(of key: DevicePublicKey) -> Key.Material { .devicePublic(key) }
}

/// The role of ``ProviderKey`` and ``ProviderPublicKey``.
public enum ProviderRole: KeyPairRole {
    /// The role `provider`.
    public static let role = KeyRole.provider
    /// A provider's public key in a keyring.
    public static func material(of key: ProviderPublicKey) -> Key.Material { .providerPublic(key) }
}

/// A device's pair: it opens what was sealed to the device.
public typealias DeviceKey = PrivateKey<DeviceRole>
/// The key that a device registers with its provider.
public typealias DevicePublicKey = PublicKey<DeviceRole>
/// A provider's pair: it authenticates what the provider seals.
public typealias ProviderKey = PrivateKey<ProviderRole>
/// The provider's key that a device pins.
public typealias ProviderPublicKey = PublicKey<ProviderRole>
