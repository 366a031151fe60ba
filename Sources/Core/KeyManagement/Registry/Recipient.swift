/// A device that a push is sealed to: its key, with the chain of an enrolled one, and what it is known to have of the provider's keys.
public struct Recipient: Sendable, Hashable {
    /// The device's key.
    public let key: DevicePublicKey
    /// The version of the provider's published set that the device has pinned; nil if that is not known.
    ///
    /// The device names it in a ``KeysRequest``, a ``KeyOffer`` and a ``KeyReport``. By it a `Sealer` authenticates the push with the
    /// newest key that the device has; without it, with the newest key that is seven days old, as long as its grace lasts.
    public let pinnedVersion: Int?

    /// Makes a recipient; a ``DeviceRegistry`` returns that of a registration.
    public init(_ key: DevicePublicKey, pinnedVersion: Int? = nil) {
        (self.key, self.pinnedVersion) = (key, pinnedVersion)
    }
}
