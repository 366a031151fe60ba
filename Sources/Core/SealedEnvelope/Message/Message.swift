/// The encrypted bytes of an envelope (wire format §3):
/// `flags ‖ issuedAt ‖ [expiresAt] ‖ [sequence] ‖ content ‖ padding`.
package struct Message: Sendable, Equatable {
    /// The time of sealing, in UNIX seconds.
    package var issuedAt: UInt32
    /// The last second in which it may be opened, in UNIX seconds.
    package var expiresAt: UInt32?
    /// The sequence number, counted for each pair of provider key and device key.
    package var sequence: UInt64?
    package var content: ArraySlice<UInt8>

    package init(issuedAt: UInt32, expiresAt: UInt32? = nil, sequence: UInt64? = nil, content: [UInt8]) {
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.sequence = sequence
        self.content = content[...]
    }

    /// The size of the fields before the content, in bytes.
    package static func fieldByteCount(expires: Bool, counts: Bool) -> Int {
        5 + (expires ? 4 : 0) + (counts ? 8 : 0)
    }

    /// The size in bytes before padding.
    package var unpaddedByteCount: Int {
        Self.fieldByteCount(expires: expiresAt != nil, counts: sequence != nil) + content.count
    }

    /// Returns the bytes, padded to a size (ISO/IEC 7816-4: 0x80, then zeros), or with the marker alone if that is too small.
    package func encoded(paddedTo byteCount: Int) -> [UInt8] {
        var flags: Flags = []
        if expiresAt != nil { flags.insert(.expiresAt) }
        if sequence != nil { flags.insert(.sequence) }
        var bytes = [flags.rawValue]
        bytes.reserveCapacity(max(byteCount, unpaddedByteCount + 1))
        bytes.append(bigEndian: issuedAt)
        if let expiresAt { bytes.append(bigEndian: expiresAt) }
        if let sequence { bytes.append(bigEndian: sequence) }
        bytes.append(contentsOf: content)
        bytes.append(Padding.marker)
        bytes.append(contentsOf: repeatElement(0, count: max(0, byteCount - bytes.count)))
        return bytes
    }

    /// Parses the bytes of an authenticated message.
    package init(decoding bytes: [UInt8]) throws(MessageError) {
        guard let first = bytes.first else { throw .truncated }
        let flags = Flags(rawValue: first)
        guard Flags.known.isSuperset(of: flags) else { throw .unknownFlags(first) }
        var fields = ByteReader(bytes.dropFirst())
        func field<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) throws(MessageError) -> Value {
            guard let value = fields.read(type) else { throw .truncated }
            return value
        }
        issuedAt = try field(UInt32.self)
        expiresAt = flags.contains(.expiresAt) ? try field(UInt32.self) : nil
        sequence = flags.contains(.sequence) ? try field(UInt64.self) : nil
        let rest = fields.rest
        guard let end = rest.lastIndex(where: { $0 != 0 }), rest[end] == Padding.marker else { throw .notPadded }
        content = rest[..<end]
    }

    /// The optional fields of a message; bits 2 to 7 are zero in version 1.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let expiresAt = Flags(rawValue: 1 << 0)
        static let sequence = Flags(rawValue: 1 << 1)
        static let known: Flags = [.expiresAt, .sequence]
    }
}

/// The reason why authenticated bytes are not a message of this version.
package enum MessageError: Error, Sendable {
    /// A flag is unknown to this version.
    case unknownFlags(UInt8)
    /// The message is shorter than its flags require.
    case truncated
    /// The marker 0x80 before the zeros at the end is missing.
    case notPadded
}
