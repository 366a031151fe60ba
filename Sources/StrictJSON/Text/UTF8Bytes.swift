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
        unsafe withBytes { bytes in
            unsafe other.withBytes { others in unsafe bytes.hasSameBytes(as: others) }
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
            return unsafe withBytes { bytes in unsafe bytes.nameHash }
        }
    }

    /// One of 32 bits that depends on the bytes: two strings with different bits differ.
    @inline(__always)
    var fingerprint: UInt32 {
        if let short = ShortText(self) {
            return nameFingerprint(of: short.count, UInt8(truncatingIfNeeded: short.low), short.last)
        }
        return longFingerprint
    }

    @inline(never)
    private var longFingerprint: UInt32 {
        @_effects(releasenone)
        get {
            unsafe withBytes { bytes in unsafe bytes.fingerprint }
        }
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
}

/// One of 32 bits that depends on a name's count of bytes, its first and its last one.
@inline(__always)
private func nameFingerprint(of count: Int, _ first: UInt8, _ last: UInt8) -> UInt32 {
    1 &<< UInt32(truncatingIfNeeded: count &+ Int(first) &* 7 &+ Int(last) &* 5)
}

extension UnsafeRawBufferPointer {
    /// Compares eight bytes at a time.
    @inline(__always)
    func hasSameBytes(as others: UnsafeRawBufferPointer) -> Bool {
        guard count == others.count else { return false }
        guard count >= 8 else { return unsafe shortWord == others.shortWord }
        func areSame(at offset: Int) -> Bool {
            unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self)
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

    /// ``String/nameHash`` of a name with these bytes.
    var nameHash: UInt64 { unsafe SipHash(key: SipHash.processKey).hash(self) }

    /// ``String/fingerprint`` of a name with these bytes.
    @inline(__always)
    var fingerprint: UInt32 { unsafe nameFingerprint(of: count, first ?? 0, last ?? 0) }

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
