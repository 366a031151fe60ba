/// A key's thumbprint as people compare it: 40 decimal digits in groups of five, said over the phone in half a minute.
///
/// Each group is four bytes of the thumbprint, big-endian, modulo 100,000, with leading zeros: some 132 bits, far more
/// than can be matched by trying keys. Two people who read the same fingerprint hold the same key.
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The eight groups of five digits.
    public let groups: [String]

    /// Makes the fingerprint of a key.
    public init(_ thumbprint: Thumbprint) {
        groups = stride(from: 0, to: thumbprint.bytes.count, by: 4).map { offset in
            let number = thumbprint.bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 100_000
            let digits = String(number)
            return String(repeating: "0", count: 5 - digits.count) + digits
        }
    }

    /// The groups with spaces between them.
    public var description: String { groups.joined(separator: " ") }
}

extension Thumbprint {
    /// The fingerprint that people compare.
    public var fingerprint: Fingerprint { Fingerprint(self) }
}
