extension HPKE {
    /// DHKEM(X25519, HKDF-SHA256) (RFC 9180 §4.1): agreement on a shared secret.
    enum DHKEM {
        /// The size of the scratch memory in bytes: two agreements, a key and the HMAC's state.
        static let scratchByteCount =
            unsafe 2 * X25519.byteCount + HKDF.keyByteCount + HMACSHA256.stateByteCount

        /// Encapsulates: writes `enc` and the shared secret for a recipient, authenticated by `sender` unless it is
        /// nil.
        ///
        /// `ephemeral` is the secret scalar skE, chosen by the caller.
        ///
        /// - Throws: `CryptoError.lowOrderPoint` if an agreement is all zero.
        static func encapsulate(
            to recipient: X25519.PublicKey,
            from sender: X25519.PrivateKey?,
            ephemeral: UnsafeMutableRawBufferPointer,
            encapsulatedKey: UnsafeMutableRawBufferPointer,
            sharedSecret: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            unsafe X25519.computePublicKey(of: ephemeral.start, into: encapsulatedKey)
            try unsafe withSecretScratch(byteCount: scratchByteCount) { scratch throws(CryptoError) in
                try unsafe recipient.withUnsafeBytes { recipient throws(CryptoError) in
                    if let sender {
                        try unsafe sender.secret.withUnsafeBytes { secret throws(CryptoError) in
                            try unsafe X25519.agree(
                                secret, with: recipient.start, into: scratch.part(X25519.byteCount, X25519.byteCount))
                        }
                    }
                    try unsafe X25519.agree(
                        ephemeral.start, with: recipient.start, into: scratch.part(0, X25519.byteCount))
                    try unsafe extractAndExpand(
                        encapsulatedKey: UnsafeRawBufferPointer(encapsulatedKey), recipient: recipient,
                        sender: sender?.publicKey, scratch: scratch, into: sharedSecret)
                }
            }
        }

        /// Decapsulates: writes the shared secret in `enc` for the recipient's key.
        ///
        /// - Throws: `CryptoError.lowOrderPoint` if an agreement is all zero.
        static func decapsulate(
            _ encapsulatedKey: UnsafeRawBufferPointer,
            with recipient: X25519.PrivateKey,
            from sender: X25519.PublicKey?,
            sharedSecret: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            try unsafe withSecretScratch(byteCount: scratchByteCount) { scratch throws(CryptoError) in
                try unsafe recipient.secret.withUnsafeBytes { secret throws(CryptoError) in
                    try unsafe X25519.agree(
                        secret, with: encapsulatedKey.start, into: scratch.part(0, X25519.byteCount))
                    if let sender {
                        try unsafe sender.withUnsafeBytes { sender throws(CryptoError) in
                            try unsafe X25519.agree(
                                secret, with: sender.start,
                                into: scratch.part(X25519.byteCount, X25519.byteCount))
                        }
                    }
                }
                try unsafe recipient.publicKey.withUnsafeBytes { recipient throws(CryptoError) in
                    try unsafe extractAndExpand(
                        encapsulatedKey: encapsulatedKey, recipient: recipient,
                        sender: sender, scratch: scratch, into: sharedSecret)
                }
            }
        }

        /// Performs `ExtractAndExpand(dh, kem_context)`; dh is one or two agreements at the start of `scratch`.
        @inline(__always)
        private static func extractAndExpand(
            encapsulatedKey: UnsafeRawBufferPointer,
            recipient: UnsafeRawBufferPointer,
            sender: X25519.PublicKey?,
            scratch: UnsafeMutableRawBufferPointer,
            into sharedSecret: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let agreement = unsafe scratch.part(0, (sender == nil ? 1 : 2) * X25519.byteCount)
            let key = unsafe scratch.part(2 * X25519.byteCount, HKDF.keyByteCount)
            let state = unsafe scratch.part(
                2 * X25519.byteCount + HKDF.keyByteCount, HMACSHA256.stateByteCount)
            let kdf = unsafe LabeledKDF(suiteID: kemSuiteID, state: state)
            unsafe kdf.extract(
                salt: nil, label: "eae_prk", inputKeyMaterial: UnsafeRawBufferPointer(agreement), into: key)
            try unsafe kdf.expand(
                key, label: "shared_secret",
                info: { hmac in
                    // kem_context = enc ‖ pkRm [‖ pkSm]
                    unsafe hmac.update(encapsulatedKey)
                    unsafe hmac.update(recipient)
                    if let sender { unsafe sender.withUnsafeBytes { unsafe hmac.update($0) } }
                },
                into: sharedSecret)
        }
    }
}
