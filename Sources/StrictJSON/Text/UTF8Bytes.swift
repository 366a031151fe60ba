extension String {
    /// Makes a string of bytes that are known to be well-formed UTF-8, in less time than by decoding.
    init(copying bytes: UnsafeRawBufferPointer, isASCII: Bool) {
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        self.init(copying: unsafe UTF8Span(unchecked: span, isKnownASCII: isASCII))
    }

    /// Tells whether two strings have the same UTF-8 bytes; Swift's `==` also accepts canonical equivalents.
    @inline(__always)
    package func hasSameBytes(as other: String) -> Bool {
        if let left = ShortText(self), let right = ShortText(other) { return left == right }
        return hasSameBytes(asLong: other)
    }

    @inline(never)
    @_effects(releasenone)
    private func hasSameBytes(asLong other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return unsafe withBytes { bytes in
            unsafe other.withBytes { others in unsafe Self.areSame(bytes, others) }
        }
    }

    /// Whether an ASCII character other than NUL is in the string.
    package func holds(_ character: UInt8) -> Bool {
        if let short = ShortText(self) { return short.holds(character) }
        return utf8.contains(character)
    }

    /// Feeds the UTF-8 bytes to a hasher.
    package func hashBytes(into hasher: inout Hasher) {
        unsafe withBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        hasher.combine(utf8.count)
    }

    /// A hash of the bytes under the process's key.
    var nameHash: UInt64 {
        @_effects(releasenone)
        get {
            if let short = ShortText(self) { return SipHash(key: SipHash.processKey).hash(short) }
            return unsafe withBytes { bytes in unsafe SipHash(key: SipHash.processKey).hash(bytes) }
        }
    }

    /// One of 32 bits that depends on the bytes: two strings with different bits differ.
    @inline(__always)
    var fingerprint: UInt32 {
        if let short = ShortText(self) {
            return Self.fingerprint(of: short.count, UInt8(truncatingIfNeeded: short.low), short.last)
        }
        return longFingerprint
    }

    @inline(never)
    private var longFingerprint: UInt32 {
        @_effects(releasenone)
        get {
            unsafe withBytes { bytes in
                unsafe Self.fingerprint(of: bytes.count, bytes.first ?? 0, bytes.last ?? 0)
            }
        }
    }

    @inline(__always)
    private static func fingerprint(of count: Int, _ first: UInt8, _ last: UInt8) -> UInt32 {
        1 &<< UInt32(truncatingIfNeeded: count &+ Int(first) &* 7 &+ Int(last) &* 5)
    }

    /// Lends the UTF-8 bytes, which lie together in memory for any string that did not come from Objective-C.
    @inlinable
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let lent = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe body(UnsafeRawBufferPointer(bytes))
        }
        if let lent { return lent }
        var copy = self
        return copy.withUTF8 { bytes in unsafe body(UnsafeRawBufferPointer(bytes)) }
    }

    /// Compares byte strings of one length, eight bytes at a time.
    @inline(__always)
    private static func areSame(_ bytes: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer) -> Bool {
        let count = bytes.count
        guard count >= 8 else { return unsafe bytes.shortWord == others.shortWord }
        func areSame(at offset: Int) -> Bool {
            unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == others.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var offset = 0
        while offset < count - 8 {
            guard areSame(at: offset) else { return false }
            offset += 8
        }
        // The last eight, some of which were perhaps compared already.
        return areSame(at: count - 8)
    }
}

extension UnsafeRawBufferPointer {
    /// All of less than eight bytes, the first at the bottom, zeros above.
    @inline(__always)
    var shortWord: UInt64 {
        if count >= 4 {
            let first = unsafe UInt32(littleEndian: loadUnaligned(as: UInt32.self))
            let last = unsafe UInt32(littleEndian: loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            return UInt64(first) | UInt64(last) &<< UInt64(truncatingIfNeeded: 8 * (count - 4))
        }
        guard count > 0 else { return 0 }
        let (middle, last) = (count / 2, count - 1)
        return unsafe UInt64(self[0]) | UInt64(self[middle]) &<< UInt64(truncatingIfNeeded: 8 * middle)
            | UInt64(self[last]) &<< UInt64(truncatingIfNeeded: 8 * last)
    }
}
