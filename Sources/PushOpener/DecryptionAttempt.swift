import KeyManagement
import SealedEnvelope
import SodiumCrypto

/// The decryption of one envelope with the keys that its ids name, nearly always one of each.
struct DecryptionAttempt {
    let envelope: Envelope
    let context: SealingContext

    /// Returns the message, or nil when none of the keys opens the envelope; why not is not told.
    func message(recipients: [Key], senders: [Key]) -> [UInt8]? {
        for recipient in recipients.indices {
            let message: [UInt8]? =
                switch envelope.suite {
                case .hpkeAuth: recipients[recipient].deviceKey.flatMap { openHPKE(with: $0, fromOneOf: senders) }
                case .hpkeBase: recipients[recipient].deviceKey.flatMap { openHPKE(with: $0, from: nil) }
                case .shared: recipients[recipient].sharedKey.flatMap(openShared)
                case .sealedBox: recipients[recipient].deviceKey.flatMap(openSealedBox)
                }
            if let message { return message }
        }
        return nil
    }

    private func openHPKE(with key: DeviceKey, fromOneOf senders: [Key]) -> [UInt8]? {
        for sender in senders.indices {
            guard let sender = senders[sender].providerPublicKey else { continue }
            if let message = openHPKE(with: key, from: sender.point) { return message }
        }
        return nil
    }

    private func openHPKE(with key: DeviceKey, from sender: X25519.PublicKey?) -> [UInt8]? {
        let info = context.info(authenticated: sender != nil)
        let header = envelope.header
        return envelope.withSealedPart { sealed in
            try? HPKE.open(sealed, with: key.pair, from: sender, info: info, authenticating: header.span)
        }
    }

    private func openShared(with key: SharedKey) -> [UInt8]? {
        let additionalData = context.bytes(for: envelope.suite, header: envelope.header)
        return envelope.withSealedPart { sealed in
            try? XChaCha20Poly1305.open(sealed, using: key.secret, authenticating: additionalData.span)
        }
    }

    private func openSealedBox(with key: DeviceKey) -> [UInt8]? {
        let box = envelope.withSealedPart { sealed in try? SealedBox.open(sealed, with: key.pair) }
        let digest = context.digest(header: envelope.header, suite: envelope.suite)
        guard let box, box.count >= digest.count,
            constantTimeEqual(box.span.extracting(first: digest.count), digest.span)
        else { return nil }
        return Array(box.dropFirst(digest.count))
    }
}
