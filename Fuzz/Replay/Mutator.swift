/// A pseudorandom mutator with a fixed seed.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private mutating func next(below count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ word >> 31) % UInt64(max(1, count)))
    }

    /// Flips a bit, replaces, inserts or removes a byte, truncates the input, or repeats a part of it.
    mutating func mutate(_ input: [UInt8]) -> [UInt8] {
        guard !input.isEmpty else { return [UInt8(next(below: 256))] }
        var bytes = input
        let index = next(below: bytes.count)
        switch next(below: 6) {
        case 0: bytes[index] ^= 1 << UInt8(next(below: 8))
        case 1: bytes[index] = UInt8(next(below: 256))
        case 2: bytes.insert(UInt8(next(below: 256)), at: index)
        case 3: bytes.remove(at: index)
        case 4: bytes.removeLast(bytes.count - index)
        default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 8)], at: next(below: bytes.count))
        }
        return bytes
    }
}
