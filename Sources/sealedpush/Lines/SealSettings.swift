import PushSealer

/// The settings of a seal: the command's arguments, which a line of a stream may override.
struct SealSettings: Sendable {
    /// The provider's keyring.
    var provider: String?
    /// The recipient of lines that name none.
    var recipient: Recipient?
    var topic: String
    var audience: String
    var placeholderTitle: String?
    var placeholderBody: String?
    var options: SealOptions

    /// The recipient of a push.
    enum Recipient: Sendable {
        /// The name of a keyring with a device's public key, or of one with a shared key.
        case device(String), shared(String)
        /// A public key.
        case key(DevicePublicKey)
    }

    /// The alert in the clear.
    var placeholder: Placeholder { .given(title: placeholderTitle, body: placeholderBody) }
}
