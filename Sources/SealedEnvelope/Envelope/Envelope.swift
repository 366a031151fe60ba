import SodiumCrypto

/// An envelope taken apart as far as everybody can (wire format §2).
package struct Envelope: Sendable {
    /// How it is sealed.
    package let suite: SealingSuite
    /// The id of the key that opens it: four bytes, big-endian.
    package let recipient: UInt32
    /// The id of the provider key that sealed it, in suite 1.
    package let sender: UInt32?
    /// The bytes of the whole envelope.
    package let bytes: [UInt8]

    /// The bytes before enc, nonce or sealed box, to which the seal is bound.
    package var header: ArraySlice<UInt8> { bytes.prefix(suite.headerByteCount) }

    /// Lends the bytes behind the header.
    package func withSealedPart<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span.extracting(suite.headerByteCount...))
    }

    /// Writes the header of an envelope.
    package static func header(suite: SealingSuite, recipient: UInt32, sender: UInt32?) -> [UInt8] {
        var header: [UInt8] = []
        header.append(addingCapacity: suite.headerByteCount) { header in
            header.append(suite.rawValue)
            header.append(bigEndian: recipient)
            if let sender { header.append(bigEndian: sender) }
        }
        return header
    }

    /// Reads the text that stands under the envelope key.
    package init(text: String) throws(EnvelopeError) {
        try self.init(text: text.utf8.span)
    }

    /// Reads the same as its characters.
    package init(text: Span<UInt8>) throws(EnvelopeError) {
        guard let bytes = Base64URL.decode(text) else { throw .notBase64URL }
        try self.init(bytes: bytes)
    }

    /// Reads the bytes of an envelope.
    package init(bytes: [UInt8]) throws(EnvelopeError) {
        guard let first = bytes.first else { throw .tooShort(byteCount: 0, minimum: 1) }
        guard let suite = SealingSuite(rawValue: first) else { throw .unknownSuite(first) }
        guard bytes.count >= suite.overhead else { throw .tooShort(byteCount: bytes.count, minimum: suite.overhead) }
        self.suite = suite
        self.bytes = bytes
        recipient = bytes.bigEndian(at: 1, as: UInt32.self) ?? 0
        sender = suite == .hpkeAuth ? bytes.bigEndian(at: 5, as: UInt32.self) : nil
    }
}

/// Why a text or a byte string is no envelope.
package enum EnvelopeError: Error, Sendable {
    /// Not unpadded canonical base64url.
    case notBase64URL
    /// Shorter than any envelope of its suite.
    case tooShort(byteCount: Int, minimum: Int)
    /// A first byte that no suite has.
    case unknownSuite(UInt8)
}
