/// The purpose of a key; a keyring holds keys of one role, and a key is only ever selected for its own.
public enum KeyRole: String, Sendable, CaseIterable {
    /// An X25519 pair whose secret half stays on the device and opens what was sealed to it.
    case device
    /// An X25519 pair whose secret half authenticates the provider and whose public half is pinned on the device.
    case provider
    /// One 32-byte symmetric key that both halves hold.
    case shared
}
