extension Array where Element == UInt8 {
    /// Appends an integer, most significant byte first.
    package mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

/// Reads integers, most significant byte first, from the start of a byte string.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Reads an integer; nil if too few bytes are left.
    mutating func read<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) -> Value? {
        let byteCount = Value.bitWidth / 8
        guard rest.count >= byteCount else { return nil }
        var value: Value = 0
        for byte in rest.prefix(byteCount) { value = value << 8 | Value(byte) }
        rest = rest.dropFirst(byteCount)
        return value
    }
}
