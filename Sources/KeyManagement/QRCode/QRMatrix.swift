/// The modules of a QR code while it is drawn (ISO/IEC 18004 §7.7 to §7.9).
struct QRMatrix {
    let size: Int
    private(set) var dark: [Bool]
    /// The modules that are no data: patterns and the format.
    private var isReserved: [Bool]

    /// Draws a code with one of the eight masks.
    init(_ version: QRVersion, codewords: [UInt8], mask: Int) {
        size = version.size
        dark = Array(repeating: false, count: size * size)
        isReserved = dark
        drawPatterns(version)
        drawFormat(mask: mask)
        draw(codewords, mask: mask)
    }

    subscript(row: Int, column: Int) -> Bool {
        dark[row * size + column]
    }

    private mutating func reserve(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        dark[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    private mutating func drawPatterns(_ version: QRVersion) {
        for index in 0..<size {
            reserve(6, index, index % 2 == 0)
            reserve(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            drawRings(row, column, radius: 4) { $0 != 2 && $0 != 4 }
        }
        if let place = version.alignment { drawRings(place, place, radius: 2) { $0 != 1 } }
    }

    /// Draws squares around a place, dark where the distance says so.
    private mutating func drawRings(_ row: Int, _ column: Int, radius: Int, isDark: (Int) -> Bool) {
        for down in -radius...radius {
            for right in -radius...radius {
                reserve(row + down, column + right, isDark(max(abs(down), abs(right))))
            }
        }
    }

    /// Draws error correction level M, which is 00, and the mask, with ten bits of BCH, in both of their places.
    private mutating func drawFormat(mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0..<6 { reserve(bit, 8, isDark(bit)) }
        reserve(7, 8, isDark(6))
        reserve(8, 8, isDark(7))
        reserve(8, 7, isDark(8))
        for bit in 9..<15 { reserve(8, 14 - bit, isDark(bit)) }
        for bit in 0..<8 { reserve(8, size - 1 - bit, isDark(bit)) }
        for bit in 8..<15 { reserve(size - 15 + bit, 8, isDark(bit)) }
        reserve(size - 8, 8, true)
    }

    /// Draws the codewords in columns of two, up and down from the right, around whatever is reserved.
    private mutating func draw(_ codewords: [UInt8], mask: Int) {
        var bit = 0
        var right = size - 1
        var isUpward = true
        while right >= 1 {
            // The column of the timing pattern is left out.
            if right == 6 { right = 5 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    var isDark = false
                    if bit < codewords.count * 8 { isDark = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1 }
                    dark[row * size + column] = isDark != Self.isMasked(row, column, mask)
                    bit += 1
                }
            }
            right -= 2
            isUpward.toggle()
        }
    }

    private static func isMasked(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
