import KeyManagement
import SealedEnvelope
import SodiumCrypto

/// The decryption of one envelope with the keys that its ids name, nearly always one of each.
struct DecryptionAttempt {
    let envelope: Envelope
    let context: SealingContext

    /// Returns the message, or nil when none of the keys opens the envelope; why not is not told.
    func message(recipients: [Key], senders: [Key]) -> [UInt8]? {
        for recipient in recipients {
            switch envelope.suite {
            case .hpkeAuth:
                for sender in senders {
                    if let message = openHPKE(with: recipient, from: sender) { return message }
                }
            case .hpkeBase:
                if let message = openHPKE(with: recipient, from: nil) { return message }
            case .shared:
                if let message = openShared(with: recipient) { return message }
            case .sealedBox:
                if let message = openSealedBox(with: recipient) { return message }
            }
        }
        return nil
    }

    private func openHPKE(with recipient: Key, from sender: Key?) -> [UInt8]? {
        guard let key = recipient.deviceKey else { return nil }
        let point = sender?.providerPublicKey?.point
        guard sender == nil || point != nil else { return nil }
        let info = context.info(authenticated: sender != nil)
        let header = envelope.header
        return envelope.withSealedPart { sealed in
            try? HPKE.open(sealed, with: key.pair, from: point, info: info, authenticating: header.span)
        }
    }

    private func openShared(with recipient: Key) -> [UInt8]? {
        guard let key = recipient.sharedKey else { return nil }
        let additionalData = context.bytes(for: envelope.suite, header: envelope.header)
        return envelope.withSealedPart { sealed in
            try? XChaCha20Poly1305.open(sealed, using: key.secret, authenticating: additionalData.span)
        }
    }

    private func openSealedBox(with recipient: Key) -> [UInt8]? {
        guard let key = recipient.deviceKey else { return nil }
        let box = envelope.withSealedPart { sealed in try? SealedBox.open(sealed, with: key.pair) }
        let digest = context.digest(header: envelope.header, suite: envelope.suite)
        guard let box, box.count >= digest.count,
            constantTimeEqual(box.span.extracting(first: digest.count), digest.span)
        else { return nil }
        return Array(box.dropFirst(digest.count))
    }
}
