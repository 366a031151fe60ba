extension String {
    /// Makes a string of bytes that are known to be well-formed UTF-8, in less time than by decoding.
    init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Tells whether two strings have the same UTF-8 bytes; Swift's `==` also accepts canonical equivalents.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return unsafe withBytes { bytes in
            unsafe other.withBytes { others in unsafe Self.areSame(bytes, others) }
        }
    }

    /// Feeds the UTF-8 bytes to a hasher.
    package func hashBytes(into hasher: inout Hasher) {
        unsafe withBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        hasher.combine(utf8.count)
    }

    /// One of 32 bits that depends on the bytes: two strings with different bits differ.
    var fingerprint: UInt32 {
        unsafe withBytes { bytes in
            guard let first = unsafe bytes.first, let last = unsafe bytes.last else { return 1 }
            return 1 << UInt32((bytes.count &+ Int(first) &* 7 &+ Int(last) &* 5) & 31)
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

    /// Compares byte strings of one length, eight bytes at a time.
    private static func areSame(_ bytes: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer) -> Bool {
        let count = bytes.count
        guard count >= 8 else {
            for offset in 0..<count where unsafe bytes[offset] != others[offset] { return false }
            return true
        }
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
