import KeyManagement
import SealedEnvelope
import SodiumCrypto

extension Envelope {
    /// Decrypts with the keys that the envelope's ids name, nearly always one of each.
    ///
    /// Returns the message, or nil when none of the keys opens the envelope; why not is not told.
    func message(for recipients: [Key], from senders: [Key], in context: SealingContext) -> [UInt8]? {
        for recipient in recipients.indices {
            let message: [UInt8]? =
                switch suite {
                case .hpkeAuth:
                    recipients[recipient].deviceKey.flatMap { openHPKE(with: $0, fromOneOf: senders, context) }
                case .hpkeBase: recipients[recipient].deviceKey.flatMap { openHPKE(with: $0, from: nil, context) }
                case .shared: recipients[recipient].sharedKey.flatMap { openShared(with: $0, context) }
                case .sealedBox: recipients[recipient].deviceKey.flatMap { openSealedBox(with: $0, context) }
                }
            if let message { return message }
        }
        return nil
    }

    private func openHPKE(
        with key: DeviceKey, fromOneOf senders: [Key], _ context: SealingContext
    ) -> [UInt8]? {
        for sender in senders.indices {
            guard let sender = senders[sender].providerPublicKey else { continue }
            if let message = openHPKE(with: key, from: sender.point, context) { return message }
        }
        return nil
    }

    private func openHPKE(
        with key: DeviceKey, from sender: X25519.PublicKey?, _ context: SealingContext
    ) -> [UInt8]? {
        let info = context.info(authenticated: sender != nil)
        let header = header
        return withSealedPart { sealed in
            try? HPKE.open(sealed, with: key.pair, from: sender, info: info, authenticating: header.span)
        }
    }

    private func openShared(with key: SharedKey, _ context: SealingContext) -> [UInt8]? {
        let additionalData = context.bytes(for: suite, header: header)
        return withSealedPart { sealed in
            try? XChaCha20Poly1305.open(sealed, using: key.secret, authenticating: additionalData.span)
        }
    }

    private func openSealedBox(with key: DeviceKey, _ context: SealingContext) -> [UInt8]? {
        let box = withSealedPart { sealed in try? SealedBox.open(sealed, with: key.pair) }
        let digest = context.digest(header: header, suite: suite)
        guard var box, box.count >= digest.count,
            constantTimeEqual(box.span.extracting(first: digest.count), digest.span)
        else { return nil }
        box.removeFirst(digest.count)
        return box
    }
}
