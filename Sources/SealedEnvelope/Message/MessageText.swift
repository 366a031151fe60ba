package import SodiumCrypto
package import StrictJSON

/// A message that is being written (wire format §4): its fields, the overlay right behind them, and then the padding.
///
/// It has room for the rest of its envelope around it, so that it is written once and sealed where it lies.
package struct MessageText: ~Copyable {
    private let suite: SealingSuite
    private var text: JSONText
    private let start: Int
    private var overlayStart: Int

    /// Starts without any field, with room for a message of about `capacity` bytes.
    init(for suite: SealingSuite, capacity: Int) {
        self.suite = suite
        start = suite.byteCountBeforeMessage
        text = JSONText(capacity: suite.overhead + capacity)
        text.append(zeros: start)
        overlayStart = start
    }

    /// Writes the fields; overlay and padding have room for about `capacity` bytes.
    package init(
        for suite: SealingSuite, issuedAt: UInt32, expiresAt: UInt32?, sequence: UInt64?, outerDigest: [UInt8]?,
        capacity: Int
    ) {
        var flags: Message.Flags = []
        if expiresAt != nil { flags.insert(.expiresAt) }
        if sequence != nil { flags.insert(.sequence) }
        if outerDigest != nil { flags.insert(.outerDigest) }

        self.init(for: suite, capacity: Message.mostFieldBytes + capacity)
        text.append(flags.rawValue)
        text.append(bigEndian: issuedAt)
        if let expiresAt { text.append(bigEndian: expiresAt) }
        if let sequence { text.append(bigEndian: sequence) }
        if let outerDigest { unsafe outerDigest.withUnsafeBytes { unsafe text.append($0) } }
        overlayStart = text.byteCount
    }

    /// Lets `body` write the overlay's JSON text behind the fields.
    package mutating func writeOverlay<Result>(_ body: (inout JSONText) -> Result) -> Result {
        body(&text)
    }

    /// The size in bytes so far.
    package var byteCount: Int { text.byteCount - start }

    /// The size of the overlay in bytes, before there is padding.
    package var overlayByteCount: Int { text.byteCount - overlayStart }

    /// Pads the message to `byteCount` bytes (ISO/IEC 7816-4: 0x80, then zeros).
    ///
    /// - Returns: false when `byteCount` leaves no room for the one byte that padding always has.
    package mutating func pad(to byteCount: Int) -> Bool {
        guard byteCount > self.byteCount else { return false }
        text.append(Padding.marker)
        text.append(zeros: byteCount - self.byteCount)
        return true
    }

    /// Lends the bytes.
    package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        text.withBytes { bytes in body(bytes.extracting(start...)) }
    }

    /// Makes the envelope of the message and lends it.
    ///
    /// The header is written in front; `seal` then changes what is behind it, in which the message lies where the suite
    /// has its ciphertext.
    ///
    /// - Throws: `CryptoError.incorrectSize` for another suite's header, and whatever `seal` throws.
    package consuming func sealed<Result>(
        header: [UInt8], by seal: (inout MutableSpan<UInt8>) throws(CryptoError) -> Void,
        _ body: (Span<UInt8>) -> Result
    ) throws(CryptoError) -> Result {
        guard header.count == suite.headerByteCount else { throw .incorrectSize }
        text.append(zeros: suite.tagByteCount)
        text.withMutableBytes(from: 0) { envelope in
            for index in header.indices { envelope[index] = header[index] }
        }
        try text.withMutableBytes(from: header.count, seal)
        return text.withBytes(body)
    }
}
