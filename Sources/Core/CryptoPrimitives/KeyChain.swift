/// A secret that moves forward by a hash: from one link all later ones follow, and no earlier one.
///
///     chain[n+1] = HMAC(chain[n], label ‖ " next" ‖ u16(n+1))
///     psk[n]     = HMAC(chain[n], label ‖ " psk" ‖ u16(n))
///     psk_id[n]  = label ‖ u16(n)
package struct KeyChain: Sendable {
    /// The size of a link in bytes.
    package static let linkByteCount = unsafe HMACSHA256.byteCount

    /// The first link that can still be computed.
    package let link: SecretMemory
    /// The number of that link.
    package let index: UInt16
    private let label: StaticString

    /// Takes the link of an index; throws `incorrectSize` for one of another size than 32 bytes.
    package init(_ link: SecretMemory, at index: UInt16, label: StaticString) throws(CryptoError) {
        guard link.byteCount == Self.linkByteCount else { throw .incorrectSize }
        (self.link, self.index, self.label) = (link, index, label)
    }

    /// Makes the first link of secrets and of the SHA-256 of all that both halves must agree on: `HMAC(transcript, secrets)`.
    ///
    /// A secret that is nil counts as 32 bytes of zero.
    package init(
        mixing secrets: [SecretMemory?], transcript: [UInt8], at index: UInt16, label: StaticString
    ) throws(CryptoError) {
        let link = try unsafe SecretMemory(byteCount: Self.linkByteCount) { output in
            unsafe transcript.withUnsafeBytes { transcript in
                unsafe HMACSHA256.writeTag(to: output, key: transcript) { hmac in
                    for secret in secrets {
                        if let secret {
                            unsafe secret.withUnsafeBytes { unsafe hmac.update($0) }
                        } else {
                            for _ in 0..<Self.linkByteCount { unsafe hmac.update(0 as UInt8) }
                        }
                    }
                }
            }
        }
        try self.init(link, at: index, label: label)
    }

    /// Returns the chain from a later link on; throws `erasedKey` for an earlier one.
    package func advanced(to index: UInt16) throws(CryptoError) -> KeyChain {
        let next = try unsafe SecretMemory(byteCount: Self.linkByteCount) { output throws(CryptoError) in
            try unsafe withLink(at: index) { unsafe output.copyMemory(from: UnsafeRawBufferPointer($0)) }
        }
        return try KeyChain(next, at: index, label: label)
    }

    /// The tag of a text under the first link: `HMAC(chain[index], label ‖ text)`.
    package func tag(of text: StaticString) -> [UInt8] {
        unsafe [UInt8](count: Self.linkByteCount) { tag in
            unsafe link.withUnsafeBytes { link in
                unsafe HMACSHA256.writeTag(to: tag, key: link) { hmac in
                    unsafe hmac.update(label)
                    unsafe hmac.update(text)
                }
            }
        }
    }

    func keyID(at index: UInt16) -> [UInt8] {
        var id = label.withUTF8Buffer { unsafe Array($0) }
        id += [UInt8(truncatingIfNeeded: index >> 8), UInt8(truncatingIfNeeded: index)]
        return id
    }

    /// Lends the pre-shared key of an index in memory that is wiped; throws `erasedKey` for an earlier one than the first.
    func withKey(
        at index: UInt16, _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try unsafe withLink(at: index) { link throws(CryptoError) in
            unsafe derive(" psk", index, from: link, into: link)
            try unsafe body(UnsafeRawBufferPointer(link))
        }
    }

    private func withLink(
        at index: UInt16, _ body: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard index >= self.index else { throw .erasedKey }
        try unsafe withSecretScratch(byteCount: Self.linkByteCount) { scratch throws(CryptoError) in
            unsafe link.withUnsafeBytes { unsafe scratch.copyMemory(from: $0) }
            for number in self.index..<index {
                unsafe derive(" next", number + 1, from: scratch, into: scratch)
            }
            try unsafe body(scratch)
        }
    }

    private func derive(
        _ text: StaticString, _ index: UInt16, from link: UnsafeMutableRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        unsafe HMACSHA256.writeTag(to: output, key: UnsafeRawBufferPointer(link)) { hmac in
            unsafe hmac.update(label)
            unsafe hmac.update(text)
            unsafe hmac.update(UInt8(truncatingIfNeeded: index >> 8))
            unsafe hmac.update(UInt8(truncatingIfNeeded: index))
        }
    }
}
