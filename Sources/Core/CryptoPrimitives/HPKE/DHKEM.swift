extension HPKE {
    /// DHKEM(X25519, HKDF-SHA256) (RFC 9180 §4.1); throws `lowOrderPoint` if an agreement is all zero.
    enum DHKEM {
        /// Writes `enc` and the shared secret for a recipient; `ephemeral` is the secret scalar skE, chosen by the caller.
        static func encapsulate(
            to recipient: X25519.PublicKey, from sender: X25519.PrivateKey?, ephemeral: UnsafeMutableRawBufferPointer,
            encapsulatedKey: UnsafeMutableRawBufferPointer, sharedSecret: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            unsafe X25519.computePublicKey(of: ephemeral.start, into: encapsulatedKey)
            try unsafe withSecretScratch(byteCount: 2 * X25519.byteCount) { agreements throws(CryptoError) in
                let first = unsafe agreements.part(0, X25519.byteCount)
                let second = unsafe agreements.part(X25519.byteCount, X25519.byteCount)
                try unsafe X25519.agree(ephemeral.start, with: recipient.rawRepresentation, into: first)
                try unsafe sender?.secret.withUnsafeBytes { secret throws(CryptoError) in
                    try unsafe X25519.agree(secret.start, with: recipient.rawRepresentation, into: second)
                }
                unsafe extractAndExpand(
                    sender == nil ? first : agreements, encapsulatedKey: UnsafeRawBufferPointer(encapsulatedKey),
                    recipient: recipient, sender: sender?.publicKey, into: sharedSecret)
            }
        }

        static func decapsulate(
            _ encapsulatedKey: UnsafeRawBufferPointer, with recipient: X25519.PrivateKey,
            from sender: X25519.PublicKey?, sharedSecret: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            try unsafe withSecretScratch(byteCount: 2 * X25519.byteCount) { agreements throws(CryptoError) in
                let first = unsafe agreements.part(0, X25519.byteCount)
                let second = unsafe agreements.part(X25519.byteCount, X25519.byteCount)
                try unsafe recipient.secret.withUnsafeBytes { secret throws(CryptoError) in
                    try unsafe X25519.agree(secret.start, with: encapsulatedKey.start, into: first)
                    guard let sender else { return }
                    try unsafe X25519.agree(secret.start, with: sender.rawRepresentation, into: second)
                }
                unsafe extractAndExpand(
                    sender == nil ? first : agreements, encapsulatedKey: encapsulatedKey,
                    recipient: recipient.publicKey, sender: sender, into: sharedSecret)
            }
        }

        /// Performs `ExtractAndExpand(dh, kem_context)`; dh is one or two agreements.
        private static func extractAndExpand(
            _ agreements: UnsafeMutableRawBufferPointer, encapsulatedKey: UnsafeRawBufferPointer,
            recipient: X25519.PublicKey, sender: X25519.PublicKey?, into sharedSecret: UnsafeMutableRawBufferPointer
        ) {
            // kem_context = enc ‖ pkRm [‖ pkSm]
            var context: [UInt8] = []
            context.reserveCapacity(3 * X25519.byteCount)
            unsafe context.append(contentsOf: encapsulatedKey)
            context.append(contentsOf: recipient.rawRepresentation)
            if let sender { context.append(contentsOf: sender.rawRepresentation) }
            unsafe withSecretScratch(byteCount: hashByteCount) { key in
                unsafe extract(
                    kemSuiteID, salt: .empty, label: "eae_prk", inputKeyMaterial: UnsafeRawBufferPointer(agreements),
                    into: key)
                unsafe expand(kemSuiteID, key, label: "shared_secret", info: context, into: sharedSecret)
            }
        }
    }
}
