import CryptoPrimitives
package import KeyManagement
package import SealedEnvelope
import StrictJSON

extension Envelope {
    /// Decrypts with the keys that the envelope's ids identify, usually one of each; nil whatever the cause.
    package func message(for recipients: [Key], from senders: [Key], binding: Binding) -> [UInt8]? {
        for recipient in recipients {
            let message: [UInt8]? =
                switch suite {
                case .hpkeAuth: recipient.deviceKey.flatMap { openHPKE(with: $0, fromOneOf: senders, binding) }
                case .hpkeBase: recipient.deviceKey.flatMap { openHPKE(with: $0, from: nil, binding) }
                case .shared: recipient.sharedKey.flatMap { openShared(with: $0, binding) }
                }
            if let message { return message }
        }
        return nil
    }

    private func openHPKE(with key: DeviceKey, fromOneOf senders: [Key], _ binding: Binding) -> [UInt8]? {
        for sender in senders {
            guard let sender = sender.providerPublicKey else { continue }
            if let message = openHPKE(with: key, from: sender.point, binding) { return message }
        }
        return nil
    }

    private func openHPKE(with key: DeviceKey, from sender: X25519.PublicKey?, _ binding: Binding) -> [UInt8]? {
        let info = binding.bytes(header: header)
        return try? HPKE.open(sealedPart.span, with: key.pair, from: sender, info: info.slice.span)
    }

    private func openShared(with key: SharedKey, _ binding: Binding) -> [UInt8]? {
        let additionalData = binding.bytes(header: header)
        return try? XChaCha20Poly1305.open(sealedPart.span, using: key.secret, authenticating: additionalData)
    }
}
