package import KeyManagement

/// The encrypted bytes of an envelope (wire format §3):
/// `flags ‖ issuedAt ‖ expiresAt ‖ [sequence] ‖ content ‖ padding`.
package struct Message: Sendable, Equatable {
    /// The time of sealing, in UNIX seconds.
    package var issuedAt: UInt32
    /// The last second in which it may be opened, in UNIX seconds.
    package var expiresAt: UInt32
    /// The sequence number, counted for each pair of provider key and device key.
    package var sequence: UInt64?
    package var content: ArraySlice<UInt8>

    /// The longest time from the sealing to the expiry, in seconds: 30 days, for which APNs stores a push at most.
    package static let longestLifetime: UInt32 = 30 * 86_400
    /// The time from the sealing to the expiry unless another is stated, in seconds: 7 days.
    package static let standardLifetime: UInt32 = 7 * 86_400
    /// The seconds by which a message may be issued in the future of the reader's clock.
    package static let futureSkew: UInt32 = 300
    /// The seconds for which a message opens after its end, as a retiring key does.
    package static let pastSkew = KeyState.pastSkew

    package init(issuedAt: UInt32, expiresAt: UInt32, sequence: UInt64? = nil, content: [UInt8]) {
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.sequence = sequence
        self.content = content[...]
    }

    /// The size of the fields before the content, in bytes.
    package static func fieldByteCount(counts: Bool) -> Int { 9 + (counts ? 8 : 0) }

    /// The size in bytes before padding.
    package var unpaddedByteCount: Int {
        Self.fieldByteCount(counts: sequence != nil) + content.count
    }

    /// Returns the bytes, padded to a size (ISO/IEC 7816-4: 0x80, then zeros), or with the marker alone if that is too small.
    package func encoded(paddedTo byteCount: Int) -> [UInt8] {
        var bytes = [sequence == nil ? Self.flags : Self.flagsWithSequence]
        bytes.reserveCapacity(max(byteCount, unpaddedByteCount + 1))
        bytes.append(bigEndian: issuedAt)
        bytes.append(bigEndian: expiresAt)
        if let sequence { bytes.append(bigEndian: sequence) }
        bytes.append(contentsOf: content)
        bytes.append(Padding.marker)
        bytes.append(contentsOf: repeatElement(0, count: max(0, byteCount - bytes.count)))
        return bytes
    }

    /// Parses the bytes of an authenticated message.
    package init(decoding bytes: [UInt8]) throws(MessageError) {
        guard let flags = bytes.first else { throw .truncated }
        guard flags == Self.flags || flags == Self.flagsWithSequence else { throw .unknownFlags }
        var fields = ByteReader(bytes.dropFirst())
        func field<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) throws(MessageError) -> Value {
            guard let value = fields.read(type) else { throw .truncated }
            return value
        }
        issuedAt = try field(UInt32.self)
        expiresAt = try field(UInt32.self)
        sequence = flags == Self.flagsWithSequence ? try field(UInt64.self) : nil
        let rest = fields.rest
        guard let end = rest.lastIndex(where: { $0 != 0 }), rest[end] == Padding.marker else { throw .notPadded }
        content = rest[..<end]
        guard issuedAt <= expiresAt, expiresAt - issuedAt <= Self.longestLifetime else { throw .badLifetime }
    }

    /// The flags of a message: bit 0 for the expiry, which each has, and bit 1 for a sequence number.
    private static let flags: UInt8 = 0b01, flagsWithSequence: UInt8 = 0b11
}

extension Message {
    /// Whether a message has the day of its envelope, and lives no longer than its chain allows.
    package func belongs(to chain: Chain, on day: UInt16) -> Bool {
        Chain.day(of: issuedAt) == day && expiresAt - issuedAt <= chain.lifetimeInSeconds
    }
}

/// The reason why authenticated bytes are not a message of this version.
package enum MessageError: String, Error, Sendable {
    case unknownFlags = "the message has flags of another version"
    case truncated = "the message is shorter than its flags demand"
    case notPadded = "the message does not end with padding"
    case badLifetime = "the message does not expire within 30 days of its sealing"
}
