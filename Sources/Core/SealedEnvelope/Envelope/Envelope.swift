/// A parsed envelope: its suite, its key ids and its bytes (wire format §1).
package struct Envelope: Sendable {
    package let suite: SealingSuite
    /// The id of the key that opens the envelope.
    package let recipient: UInt32
    /// The id of the provider key that sealed it, in suites 1 and 5.
    package let sender: UInt32?
    /// The UTC day of the sealing, in suite 5.
    package let day: UInt16?
    package let bytes: [UInt8]

    /// The suite, the key ids and the day, which the message is bound to.
    package var header: ArraySlice<UInt8> { bytes.prefix(suite.headerByteCount) }

    /// The bytes after the header: enc, nonce or ephemeral key, then the ciphertext.
    package var sealedPart: ArraySlice<UInt8> { bytes.dropFirst(suite.headerByteCount) }

    package static func header(
        suite: SealingSuite, recipient: UInt32, sender: UInt32?, day: UInt16? = nil
    ) -> [UInt8] {
        var header = [suite.rawValue]
        header.reserveCapacity(suite.headerByteCount)
        header.append(bigEndian: recipient)
        if let sender { header.append(bigEndian: sender) }
        if let day { header.append(bigEndian: day) }
        return header
    }

    package init(text: String) throws(EnvelopeError) {
        guard let bytes = EnvelopeText.decode(text) else { throw .notBase64URL }
        try self.init(bytes: bytes)
    }

    package init(bytes: [UInt8]) throws(EnvelopeError) {
        guard let first = bytes.first else { throw .tooShort(byteCount: 0, minimum: 1) }
        guard let suite = SealingSuite(rawValue: first) else { throw .unknownSuite(first) }
        var ids = ByteReader(bytes.dropFirst())
        guard bytes.count >= suite.overhead, let recipient = ids.read(UInt32.self) else {
            throw .tooShort(byteCount: bytes.count, minimum: suite.overhead)
        }
        self.suite = suite
        self.bytes = bytes
        self.recipient = recipient
        sender = suite.authenticatesSender ? ids.read(UInt32.self) : nil
        day = suite == .hpkeAuthPSK ? ids.read(UInt16.self) : nil
    }
}

package enum EnvelopeError: Error, Sendable {
    /// The text is not unpadded canonical base64url.
    case notBase64URL
    /// The bytes are fewer than the minimum of the suite.
    case tooShort(byteCount: Int, minimum: Int)
    /// The first byte is not a known suite.
    case unknownSuite(UInt8)

    /// The cause, in lower case, for people.
    package var reason: String {
        switch self {
        case .notBase64URL: "the envelope is not unpadded base64url"
        case .tooShort(let byteCount, let minimum):
            "expected at least \(minimum) bytes for an envelope of its suite, found \(byteCount)"
        case .unknownSuite(let number): "suite \(number) is not known"
        }
    }
}
