import StrictJSON

extension JSONText {
    /// Appends an integer, most significant byte first.
    mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe append($0) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends an integer, most significant byte first.
    mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe append($0) }
    }

    /// Appends bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe withUnsafeMutableBufferPointer { output, count in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[count...])
            unsafe rest.copyBytes(from: bytes)
            count += bytes.count
        }
    }
}

extension Array where Element == UInt8 {
    /// Appends an integer, most significant byte first.
    mutating func appendBigEndian(_ value: some FixedWidthInteger & UnsignedInteger) {
        for byte in 1...value.bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> (value.bitWidth - 8 * byte))) }
    }

    /// Reads an integer, most significant byte first, or nil where the array ends before it does.
    func bigEndian<Value: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Value.Type) -> Value? {
        let byteCount = Value.bitWidth / 8
        guard offset >= 0, offset <= count - byteCount else { return nil }
        var value: Value = 0
        for index in offset..<offset + byteCount { value = value << 8 | Value(self[index]) }
        return value
    }
}
