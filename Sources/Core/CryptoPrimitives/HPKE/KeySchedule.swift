extension HPKE {
    /// The key schedule (RFC 9180 §5.1), in memory that the caller provides and wipes.
    @unsafe
    struct KeySchedule {
        static let scratchByteCount = hashByteCount + ChaCha20Poly1305.keyByteCount + ChaCha20Poly1305.nonceByteCount

        /// The value `key_schedule_context`: mode ‖ psk_id_hash ‖ info_hash.
        let context: [UInt8]
        let secret: UnsafeMutableRawBufferPointer
        let key: UnsafeMutableRawBufferPointer
        /// The value `base_nonce`, which is the nonce of the first message.
        let nonce: UnsafeMutableRawBufferPointer

        init(
            mode: Mode, sharedSecret: UnsafeMutableRawBufferPointer, info: Span<UInt8>, psk: PreSharedKey?,
            scratch: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            var context: [UInt8] = []
            context.reserveCapacity(1 + 2 * hashByteCount)
            context.append(mode.rawValue)
            unsafe context.append(
                contentsOf: psk.map { psk in unsafe Self.hash(label: Self.idLabel, of: psk.id) } ?? Self.emptyIDHash)
            unsafe context.append(contentsOf: info.withUnsafeBytes { unsafe Self.hash(label: "info_hash", of: $0) })
            unsafe self.context = context
            unsafe secret = unsafe scratch.part(0, hashByteCount)
            unsafe key = unsafe scratch.part(hashByteCount, ChaCha20Poly1305.keyByteCount)
            unsafe nonce = unsafe scratch.part(
                hashByteCount + ChaCha20Poly1305.keyByteCount, ChaCha20Poly1305.nonceByteCount)
            try unsafe PreSharedKey.withKey(of: psk) { psk in
                unsafe extract(
                    suiteID, salt: UnsafeRawBufferPointer(sharedSecret), label: "secret", inputKeyMaterial: psk,
                    into: secret)
            }
            unsafe expand(suiteID, secret, label: "key", info: context, into: key)
            unsafe expand(suiteID, secret, label: "base_nonce", info: context, into: nonce)
        }

        private static let idLabel: StaticString = "psk_id_hash"

        /// The hash of the empty id, where no pre-shared key is used.
        private static let emptyIDHash = unsafe hash(label: idLabel, of: [])

        private static func hash(label: StaticString, of bytes: [UInt8]) -> [UInt8] {
            unsafe bytes.withUnsafeBytes { unsafe hash(label: label, of: $0) }
        }

        private static func hash(label: StaticString, of bytes: UnsafeRawBufferPointer) -> [UInt8] {
            unsafe [UInt8](count: hashByteCount) { output in
                unsafe extract(suiteID, salt: .empty, label: label, inputKeyMaterial: bytes, into: output)
            }
        }
    }
}
