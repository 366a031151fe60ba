extension HPKE {
    /// The key schedule (RFC 9180 §5.1) without a pre-shared key, in memory that the caller provides and wipes.
    @unsafe
    struct KeySchedule {
        static let hashByteCount = HKDF.keyByteCount
        /// The size in bytes of mode ‖ psk_id_hash ‖ info_hash.
        static let contextByteCount = 1 + 2 * hashByteCount

        /// The size of the scratch memory in bytes.
        static let scratchByteCount =
            unsafe 2 * HMACSHA256.stateByteCount + contextByteCount + hashByteCount
            + ChaCha20Poly1305.keyByteCount + ChaCha20Poly1305.nonceByteCount

        /// The value that RFC 9180 calls `key_schedule_context`.
        let context: UnsafeMutableRawBufferPointer
        /// The value that RFC 9180 calls `secret`.
        let secret: UnsafeMutableRawBufferPointer
        /// The AEAD key.
        let key: UnsafeMutableRawBufferPointer
        /// The value `base_nonce`, which is the nonce of the first message.
        let nonce: UnsafeMutableRawBufferPointer
        private let kdf: LabeledKDF
        /// An HMAC keyed with `secret`, from which all keys are expanded.
        private let keyed: HMACSHA256

        /// Derives the key and the nonce of the first message.
        init(
            mode: Mode,
            sharedSecret: UnsafeMutableRawBufferPointer,
            info: Info,
            scratch: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            var offset = 0
            func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
                defer { offset += count }
                return unsafe scratch.part(offset, count)
            }
            unsafe kdf = unsafe LabeledKDF(suiteID: suiteID, state: take(HMACSHA256.stateByteCount))
            let keyedState = unsafe take(HMACSHA256.stateByteCount)
            unsafe context = unsafe take(Self.contextByteCount)
            unsafe secret = unsafe take(Self.hashByteCount)
            unsafe key = unsafe take(ChaCha20Poly1305.keyByteCount)
            unsafe nonce = unsafe take(ChaCha20Poly1305.nonceByteCount)

            let empty = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            unsafe context[0] = mode.rawValue
            unsafe context.part(1, Self.hashByteCount).copyBytes(from: Info.pskIDHash)
            unsafe context.part(1 + Self.hashByteCount, Self.hashByteCount).copyBytes(from: info.hash)
            unsafe kdf.extract(
                salt: UnsafeRawBufferPointer(sharedSecret), label: "secret", inputKeyMaterial: empty, into: secret)
            unsafe keyed = unsafe HMACSHA256(key: UnsafeRawBufferPointer(secret), stateIn: keyedState)
            try unsafe expand("key", into: key)
            try unsafe expand("base_nonce", into: nonce)
        }

        /// Derives the exporter secret.
        ///
        /// The format does not use it; tests check it against the published vectors.
        func deriveExporterSecret(into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            try unsafe expand("exp", into: output)
        }

        private func expand(
            _ label: StaticString,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let context = unsafe UnsafeRawBufferPointer(context)
            try unsafe kdf.expand(keyedAs: keyed, label: label, info: { unsafe $0.update(context) }, into: output)
        }
    }
}
