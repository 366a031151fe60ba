extension QRMatrix {
    /// How hard the code is to read (ISO/IEC 18004 §7.8.3); the mask with the least is taken.
    var penalty: Int {
        var sum = 0
        for index in 0..<size {
            for line in [(0..<size).map { self[index, $0] }, (0..<size).map { self[$0, index] }] {
                sum += Self.runs(in: line) + Self.finders(in: line)
            }
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let isDark = self[row, column]
                if self[row, column + 1] == isDark, self[row + 1, column] == isDark, self[row + 1, column + 1] == isDark
                {
                    sum += 3
                }
            }
        }
        let count = dark.count { $0 }
        return sum + abs(count * 20 - dark.count * 10) / dark.count * 10
    }

    /// Three for five modules of one colour in a row, and one for each more.
    private static func runs(in line: [Bool]) -> Int {
        var sum = 0
        var length = 0
        var last: Bool?
        for isDark in line {
            length = isDark == last ? length + 1 : 1
            last = isDark
            if length == 5 { sum += 3 } else if length > 5 { sum += 1 }
        }
        return sum
    }

    /// Forty for whatever looks like a finder pattern with four light modules on a side.
    private static func finders(in line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        var sum = 0
        for start in 0...(line.count - 11) {
            let part = Array(line[start..<start + 11])
            if part == finder + light || part == light + finder { sum += 40 }
        }
        return sum
    }
}
