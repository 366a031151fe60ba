package import StrictJSON

/// A message that is being written (wire format §4): its fields, the overlay right behind them, and then the padding, so
/// that what is sealed is written once.
package struct MessageText: ~Copyable {
    private var text: JSONText
    private let fieldsByteCount: Int

    /// Writes the fields.
    ///
    /// - Parameter capacity: the bytes that overlay and padding take, or about as many.
    package init(
        issuedAt: UInt32, expiresAt: UInt32?, sequence: UInt64?, outerDigest: [UInt8]?, capacity: Int
    ) {
        var flags: Message.Flags = []
        if expiresAt != nil { flags.insert(.expiresAt) }
        if sequence != nil { flags.insert(.sequence) }
        if outerDigest != nil { flags.insert(.outerDigest) }

        var text = JSONText(capacity: Message.mostFieldBytes + capacity)
        text.append(flags.rawValue)
        text.append(bigEndian: issuedAt)
        if let expiresAt { text.append(bigEndian: expiresAt) }
        if let sequence { text.append(bigEndian: sequence) }
        if let outerDigest { unsafe outerDigest.withUnsafeBytes { unsafe text.append($0) } }
        fieldsByteCount = text.byteCount
        self.text = text
    }

    /// Lets `body` write the overlay's JSON text behind the fields.
    package mutating func writeOverlay<Result>(_ body: (inout JSONText) -> Result) -> Result {
        body(&text)
    }

    /// The size in bytes so far.
    package var byteCount: Int { text.byteCount }

    /// The size of the overlay in bytes, before there is padding.
    package var overlayByteCount: Int { text.byteCount - fieldsByteCount }

    /// Pads the message to `byteCount` bytes (ISO/IEC 7816-4: 0x80, then zeros).
    ///
    /// - Returns: false when `byteCount` leaves no room for the one byte that padding always has.
    package mutating func pad(to byteCount: Int) -> Bool {
        guard byteCount > text.byteCount else { return false }
        text.append(Padding.marker)
        text.append(zeros: byteCount - text.byteCount)
        return true
    }

    /// Lends the bytes.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.withBytes(body)
    }
}

extension JSONText {
    /// Appends an integer, most significant byte first.
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe append($0) }
    }
}
