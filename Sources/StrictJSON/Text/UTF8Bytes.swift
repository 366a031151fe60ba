extension String {
    /// Tells whether two strings have the same UTF-8 bytes; Swift's `==` also accepts canonical equivalents.
    package func hasSameBytes(as other: String) -> Bool {
        // Equal bytes imply `==`, and `==` of ASCII is a comparison of bytes, so most pairs are decided without more.
        guard utf8.count == other.utf8.count, self == other else { return false }
        return utf8.elementsEqual(other.utf8)
    }

    /// Feeds the UTF-8 bytes to a hasher.
    package func hashBytes(into hasher: inout Hasher) {
        let wasContiguous: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if wasContiguous == nil {
            for byte in utf8 { hasher.combine(byte) }
        }
        hasher.combine(utf8.count)
    }

    /// One of 64 bits that depends on the bytes: two strings with different bits differ.
    var fingerprint: UInt64 {
        let first = Int(utf8.first ?? 0)
        let last = Int(utf8.last ?? 0)
        return 1 << UInt64((utf8.count &+ first &* 7 &+ last &* 5) & 63)
    }
}
