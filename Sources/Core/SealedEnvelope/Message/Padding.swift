/// The size to which a message is padded, so that its length reveals less about its content (wire format §3).
public enum Padding: Sendable, Hashable {
    /// The minimum padding of one byte.
    case none
    /// Up to the next multiple of a block of 1 to 4096 bytes, or to the push's limit if that is less.
    case block(Int)
    /// Up to the push's limit, so that every push has the same size.
    case maximum

    /// The default, a block of 512 bytes.
    public static let standard = Padding.block(512)

    /// The valid block sizes, in bytes.
    package static let blockSizes = 1...4096

    /// The first byte of padding (ISO/IEC 7816-4).
    package static let marker: UInt8 = 0x80

    /// Returns the size to which a message of `byteCount` bytes is padded; nil if the marker does not fit into `capacity`.
    package func paddedByteCount(of byteCount: Int, capacity: Int) -> Int? {
        let minimum = byteCount + 1
        guard minimum <= capacity else { return nil }
        switch self {
        case .none:
            return minimum
        case .block(let size):
            let size = min(max(size, Self.blockSizes.lowerBound), Self.blockSizes.upperBound)
            return min((minimum + size - 1) / size * size, capacity)
        case .maximum:
            return capacity
        }
    }
}
