/// Sealing and opening one message, sequence number 0 (RFC 9180 §6.1).
///
/// Without a sender the mode is Base, with one Auth, and with a pre-shared key besides AuthPSK.
extension HPKE {
    /// Appends `enc ‖ ciphertext ‖ tag`, 48 bytes more than the message; throws `lowOrderPoint` if an agreement is all zero.
    package static func seal(
        _ message: Span<UInt8>, to recipient: X25519.PublicKey, from sender: X25519.PrivateKey?,
        sharing psk: PreSharedKey? = nil,
        info: Span<UInt8>, authenticating additionalData: [UInt8] = [], randomness: Randomness = .system,
        appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        let mode = try Mode(hasSender: sender != nil, hasPreSharedKey: psk != nil)
        try unsafe output.append(count: overhead + message.count) { output throws(CryptoError) in
            try unsafe withSecretScratch(
                byteCount: KeySchedule.scratchByteCount + X25519.byteCount + sharedSecretByteCount
            ) { scratch throws(CryptoError) in
                let ephemeral = unsafe scratch.part(KeySchedule.scratchByteCount, X25519.byteCount)
                let sharedSecret = unsafe scratch.part(
                    KeySchedule.scratchByteCount + X25519.byteCount, sharedSecretByteCount)
                unsafe randomness.fill(ephemeral)
                try unsafe DHKEM.encapsulate(
                    to: recipient, from: sender, ephemeral: ephemeral,
                    encapsulatedKey: output.part(0, encapsulatedKeyByteCount), sharedSecret: sharedSecret)
                let schedule = try unsafe KeySchedule(
                    mode: mode, sharedSecret: sharedSecret, info: info, psk: psk, scratch: scratch)
                try unsafe message.withUnsafeBytes { message throws(CryptoError) in
                    try unsafe ChaCha20Poly1305.seal(
                        message, key: schedule.key.start, nonce: schedule.nonce.start, additionalData: additionalData,
                        into: output.part(encapsulatedKeyByteCount, message.count + tagByteCount))
                }
            }
        }
    }

    /// Returns the message inside `enc ‖ ciphertext ‖ tag`; throws `incorrectSize`, `lowOrderPoint` or `authenticationFailure`.
    package static func open(
        _ sealed: Span<UInt8>, with recipient: X25519.PrivateKey, from sender: X25519.PublicKey?,
        sharing psk: PreSharedKey? = nil,
        info: Span<UInt8>, authenticating additionalData: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
        let mode = try Mode(hasSender: sender != nil, hasPreSharedKey: psk != nil)
        guard sealed.count >= overhead else { throw .incorrectSize }
        return try unsafe [UInt8](count: sealed.count - overhead) { output throws(CryptoError) in
            try unsafe withSecretScratch(
                byteCount: KeySchedule.scratchByteCount + sharedSecretByteCount
            ) { scratch throws(CryptoError) in
                let sharedSecret = unsafe scratch.part(KeySchedule.scratchByteCount, sharedSecretByteCount)
                try unsafe sealed.withUnsafeBytes { sealed throws(CryptoError) in
                    try unsafe DHKEM.decapsulate(
                        UnsafeRawBufferPointer(rebasing: sealed[..<encapsulatedKeyByteCount]),
                        with: recipient, from: sender, sharedSecret: sharedSecret)
                    let schedule = try unsafe KeySchedule(
                        mode: mode, sharedSecret: sharedSecret, info: info, psk: psk, scratch: scratch)
                    try unsafe ChaCha20Poly1305.open(
                        UnsafeRawBufferPointer(rebasing: sealed[encapsulatedKeyByteCount...]),
                        key: schedule.key.start, nonce: schedule.nonce.start, additionalData: additionalData,
                        into: output)
                }
            }
        }
    }
}
