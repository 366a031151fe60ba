/// One of the sizes of a QR code at error correction level M (ISO/IEC 18004, tables 1, 7 and 9).
struct QRVersion {
    let number: Int
    /// The data codewords of each block; all blocks of these versions are of one size.
    let dataPerBlock: Int
    /// The error correction codewords of each block.
    let correctionPerBlock: Int
    let blockCount: Int

    static let all = [
        QRVersion(number: 1, dataPerBlock: 16, correctionPerBlock: 10, blockCount: 1),
        QRVersion(number: 2, dataPerBlock: 28, correctionPerBlock: 16, blockCount: 1),
        QRVersion(number: 3, dataPerBlock: 44, correctionPerBlock: 26, blockCount: 1),
        QRVersion(number: 4, dataPerBlock: 32, correctionPerBlock: 18, blockCount: 2),
        QRVersion(number: 5, dataPerBlock: 43, correctionPerBlock: 24, blockCount: 2),
        QRVersion(number: 6, dataPerBlock: 27, correctionPerBlock: 16, blockCount: 4),
    ]

    /// The number of modules on a side.
    var size: Int { 17 + 4 * number }

    /// The bytes that fit: all data codewords but a byte and a half for the mode and the count.
    var byteCapacity: Int { dataPerBlock * blockCount - 2 }

    /// The row and column of the one alignment pattern, which version 1 does not have.
    var alignment: Int? { number == 1 ? nil : 10 + 4 * number }

    /// The codewords of some bytes, in the order in which they are drawn.
    func codewords(for bytes: [UInt8]) -> [UInt8] {
        // Mode 0100, the count in 8 bits, the bytes, and a terminator of 4 bits: in sum whole bytes.
        var data: [UInt8] = []
        var carry: UInt8 = 0b0100
        for byte in [UInt8(bytes.count)] + bytes {
            data.append(carry << 4 | byte >> 4)
            carry = byte & 0x0F
        }
        data.append(carry << 4)
        var padding: UInt8 = 0xEC
        while data.count < dataPerBlock * blockCount {
            data.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        let blocks = (0..<blockCount).map { data[$0 * dataPerBlock..<($0 + 1) * dataPerBlock] }
        let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: correctionPerBlock) }
        return (0..<dataPerBlock).flatMap { index in blocks.map { $0[$0.startIndex + index] } }
            + (0..<correctionPerBlock).flatMap { index in corrections.map { $0[index] } }
    }
}
