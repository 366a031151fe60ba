import StrictJSON

/// What is encrypted (wire format §4):
/// `flags ‖ issuedAt ‖ [expiresAt] ‖ [sequence] ‖ [outerDigest] ‖ overlay ‖ padding`.
package struct Message: Sendable, Equatable {
    /// The size of the visible part's digest in bytes.
    package static let outerDigestByteCount = 16

    /// The most bytes that stand before the overlay.
    static let mostFieldBytes = 1 + 4 + 4 + 8 + outerDigestByteCount

    /// When it was sealed, in UNIX seconds.
    package var issuedAt: UInt32
    /// Until when it may be opened, in UNIX seconds.
    package var expiresAt: UInt32?
    /// A number that counts up for each provider key and device key.
    package var sequence: UInt64?
    /// The digest of the payload that travels in the clear, 16 bytes.
    package var outerDigest: ArraySlice<UInt8>?
    /// The overlay's JSON text.
    package var overlay: ArraySlice<UInt8>

    /// Makes a message.
    package init(
        issuedAt: UInt32,
        expiresAt: UInt32? = nil,
        sequence: UInt64? = nil,
        outerDigest: [UInt8]? = nil,
        overlay: [UInt8]
    ) {
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.sequence = sequence
        self.outerDigest = outerDigest.map { $0[...] }
        self.overlay = overlay[...]
    }

    /// The size in bytes before padding.
    package var unpaddedByteCount: Int {
        1 + 4 + (expiresAt == nil ? 0 : 4) + (sequence == nil ? 0 : 8)
            + (outerDigest == nil ? 0 : Self.outerDigestByteCount) + overlay.count
    }

    /// Returns the bytes, padded to `byteCount` (ISO/IEC 7816-4: 0x80, then zeros).
    ///
    /// - Returns: nil when `byteCount` leaves no room for the one byte that padding always has.
    package func encoded(paddedTo byteCount: Int) -> [UInt8]? {
        guard byteCount > unpaddedByteCount else { return nil }
        // A message is the same in every suite.
        var text = MessageText(
            for: .shared, issuedAt: issuedAt, expiresAt: expiresAt, sequence: sequence,
            outerDigest: outerDigest.map { Array($0) },
            capacity: byteCount)
        text.writeOverlay { text in unsafe overlay.withUnsafeBytes { unsafe text.append($0) } }
        guard text.pad(to: byteCount) else { return nil }
        return text.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    }

    /// Reads a message that was authenticated.
    package init(decoding bytes: [UInt8]) throws(MessageError) {
        guard let first = bytes.first else { throw .truncated }
        let flags = Flags(rawValue: first)
        guard Flags.known.isSuperset(of: flags) else { throw .unknownFlags(first) }
        var offset = 1
        func take<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) throws(MessageError) -> Value {
            guard let value = bytes.bigEndian(at: offset, as: type) else { throw .truncated }
            offset += Value.bitWidth / 8
            return value
        }
        issuedAt = try take(UInt32.self)
        expiresAt = flags.contains(.expiresAt) ? try take(UInt32.self) : nil
        sequence = flags.contains(.sequence) ? try take(UInt64.self) : nil
        if flags.contains(.outerDigest) {
            guard bytes.count - offset >= Self.outerDigestByteCount else { throw .truncated }
            outerDigest = bytes[offset..<offset + Self.outerDigestByteCount]
            offset += Self.outerDigestByteCount
        } else {
            outerDigest = nil
        }
        guard let end = bytes.lastIndex(where: { $0 != 0 }), end >= offset, bytes[end] == Padding.marker else {
            throw .notPadded
        }
        overlay = bytes[offset..<end]
    }

    /// Which optional fields a message has; bits 3 to 7 are zero in version 1.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let expiresAt = Flags(rawValue: 1 << 0)
        static let sequence = Flags(rawValue: 1 << 1)
        static let outerDigest = Flags(rawValue: 1 << 2)
        static let known: Flags = [.expiresAt, .sequence, .outerDigest]
    }
}

/// Why authenticated bytes are no message of this version.
package enum MessageError: Error, Sendable {
    /// A flag that this version does not know.
    case unknownFlags(UInt8)
    /// Shorter than its flags promise.
    case truncated
    /// Not ended by 0x80 and zeros.
    case notPadded
}
