extension String {
    /// Tells whether two strings have the same UTF-8 bytes; Swift's `==` also accepts canonical equivalents.
    package func hasSameBytes(as other: String) -> Bool {
        // Equal bytes imply `==`, which is quick to say no; only equivalents are left to compare.
        guard utf8.count == other.utf8.count, self == other else { return false }
        return utf8.elementsEqual(other.utf8)
    }

    /// Feeds the UTF-8 bytes to a hasher.
    package func hashBytes(into hasher: inout Hasher) {
        unsafe withBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        hasher.combine(utf8.count)
    }

    /// One of 64 bits that depends on the bytes: two strings with different bits differ.
    var fingerprint: UInt64 {
        let sum = unsafe withBytes { bytes in
            guard let first = unsafe bytes.first, let last = unsafe bytes.last else { return 0 }
            return bytes.count &+ Int(first) &* 7 &+ Int(last) &* 5
        }
        return 1 << UInt64(sum & 63)
    }

    /// Lends the UTF-8 bytes, which lie together in memory for any string that did not come from Objective-C.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var copy = self
        return copy.withUTF8 { bytes in unsafe body(UnsafeRawBufferPointer(bytes)) }
    }
}
