import PushSealer

/// What a payload is sealed with: the command's arguments, which each line of a stream may change for itself.
struct SealSettings: Sendable {
    /// The provider's keyring.
    var provider: String?
    /// Who is to read it, where a line does not say.
    var recipient: Recipient?
    var topic: String
    var audience: String
    var placeholderTitle: String?
    var placeholderBody: String?
    var options: SealOptions

    /// Who is to read a push.
    enum Recipient: Sendable {
        /// The name of a keyring with a device's public key, or of one with a shared key.
        case device(String), shared(String)
        /// A public key itself.
        case key(DevicePublicKey)
    }

    /// The alert in the clear.
    var placeholder: Placeholder { .given(title: placeholderTitle, body: placeholderBody) }
}
