import CryptoPrimitives
package import KeyManagement
package import SealedEnvelope
import StrictJSON

extension Envelope {
    /// A message, and the keys that opened it.
    package typealias Decrypted = (message: [UInt8], recipient: Key, sender: Thumbprint?)

    /// Decrypts with the keys that the envelope's ids identify, usually one of each; nil whatever the cause.
    package func decrypted(for recipients: [Key], from senders: [Key], binding: Binding) -> Decrypted? {
        for recipient in recipients {
            for sender in suite.authenticatesSender ? senders.map(Optional.some) : [nil] {
                let message =
                    suite == .shared
                    ? openShared(with: recipient, binding) : openHPKE(with: recipient, from: sender, binding)
                if let message { return (message, recipient, sender?.thumbprint) }
            }
        }
        return nil
    }

    private func openHPKE(with key: Key, from sender: Key?, _ binding: Binding) -> [UInt8]? {
        guard let pair = key.deviceKey?.pair, sender == nil || sender?.providerPublicKey != nil else { return nil }
        let info = binding.bytes(header: header)
        let psk = day.flatMap { key.enrolment?.chain?.key(of: $0) }
        guard (psk != nil) == (suite == .hpkeAuthPSK) else { return nil }
        return try? HPKE.open(
            sealedPart.span, with: pair, from: sender?.providerPublicKey?.point, sharing: psk, info: info.slice.span)
    }

    private func openShared(with key: Key, _ binding: Binding) -> [UInt8]? {
        guard let key = key.sharedKey else { return nil }
        let additionalData = binding.bytes(header: header)
        return try? XChaCha20Poly1305.open(sealedPart.span, using: key.secret, authenticating: additionalData)
    }
}
