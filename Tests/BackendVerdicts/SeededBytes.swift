import CryptoPrimitives

/// A stream of bytes that follows from a seed on every backend: SHA-256 of the seed and a counter.
struct SeededBytes {
    private var seed: UInt64
    private var count: UInt64 = 0
    private var block: ArraySlice<UInt8> = []

    init(seed: UInt64) { self.seed = seed }

    mutating func next() -> UInt8 {
        if block.isEmpty {
            let input = [seed, count].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
            block = SHA256.digest(of: input.span)[...]
            count += 1
        }
        return block.removeFirst()
    }

    /// A number from 0 up to, but not including, a bound of at most 2^24.
    mutating func below(_ bound: Int) -> Int {
        (Int(next()) << 16 | Int(next()) << 8 | Int(next())) % bound
    }

    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        for index in buffer.indices { buffer[index] = next() }
    }
}
