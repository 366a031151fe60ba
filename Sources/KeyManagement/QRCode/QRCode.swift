/// A QR code (ISO/IEC 18004) of up to 106 bytes, for a phone's camera: versions 1 to 6, error correction level M.
public struct QRCode: Sendable, Hashable {
    /// The number of modules on a side: 21 to 41.
    public let size: Int
    /// Whether each module is dark, row by row.
    private let modules: [Bool]

    /// The most bytes that a code holds.
    public static let maximumByteCount = 106

    /// Makes the smallest code that holds some bytes.
    ///
    /// Returns nil above ``maximumByteCount``.
    public init?(_ bytes: [UInt8]) {
        guard let version = QRVersion.all.first(where: { $0.byteCapacity >= bytes.count }) else { return nil }
        let codewords = version.codewords(for: bytes)
        var best: (matrix: QRMatrix, penalty: Int)?
        for mask in 0..<8 {
            let matrix = QRMatrix(version, codewords: codewords, mask: mask)
            let penalty = matrix.penalty
            if let found = best, found.penalty <= penalty { continue }
            best = (matrix, penalty)
        }
        guard let matrix = best?.matrix else { return nil }
        size = matrix.size
        modules = matrix.dark
    }

    /// Makes a code with a mask of one's choice, to compare with other encoders.
    package init?(_ bytes: [UInt8], mask: Int) {
        guard let version = QRVersion.all.first(where: { $0.byteCapacity >= bytes.count }) else { return nil }
        let matrix = QRMatrix(version, codewords: version.codewords(for: bytes), mask: mask)
        size = matrix.size
        modules = matrix.dark
    }

    /// Whether the module at a place is dark; outside of the code all are light.
    public subscript(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// The code as lines for a terminal, two rows of modules each, with the four light modules around that cameras need.
    ///
    /// Light modules are drawn, since most terminals are dark; `isInverted` is for those that are not.
    public func lines(isInverted: Bool = false) -> [String] {
        stride(from: -4, to: size + 4, by: 2).map { row in
            String(
                (-4..<size + 4).map { column -> Character in
                    let upper = self[row, column] == isInverted
                    // Below the last row, which may be a lower half, nothing is drawn.
                    let lower = row + 1 < size + 4 && self[row + 1, column] == isInverted
                    return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
                })
        }
    }
}
