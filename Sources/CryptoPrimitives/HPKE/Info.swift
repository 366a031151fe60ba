extension HPKE {
    /// The `info` that a key schedule is bound to (RFC 9180 §5.1), hashed once for all messages of one context.
    package struct Info: Sendable, Hashable {
        /// The value that RFC 9180 calls `info_hash`.
        let hash: [UInt8]

        /// The value that RFC 9180 calls `psk_id_hash`, for the empty id, since no pre-shared key is used.
        static let pskIDHash = hash(label: "psk_id_hash", of: [UInt8]().span)

        /// Hashes an info.
        package init(_ info: Span<UInt8>) {
            hash = Self.hash(label: "info_hash", of: info)
        }

        private static func hash(label: StaticString, of bytes: Span<UInt8>) -> [UInt8] {
            var hash: [UInt8] = []
            unsafe hash.append(count: KeySchedule.hashByteCount) { output in
                unsafe withSecretScratch(byteCount: HMACSHA256.stateByteCount) { state in
                    unsafe bytes.withUnsafeBytes { bytes in
                        unsafe LabeledKDF(suiteID: suiteID, state: state).extract(
                            salt: nil, label: label, inputKeyMaterial: bytes, into: output)
                    }
                }
            }
            return hash
        }
    }
}
