import CryptoPrimitives

/// The cost of trying a passphrase: Argon2id's passes and memory, stored in the file that it protects.
public struct PassphraseCost: Sendable, Hashable {
    package let passes: Int
    package let memoryByteCount: Int

    /// 3 passes over 256 MiB: well under a second on a server, and libsodium's own moderate setting.
    public static let standard = PassphraseCost(uncheckedPasses: 3, memoryByteCount: 256 << 20)

    /// The most that a file can ask for; a hostile one gets an error instead of the machine's memory.
    static let maximumPasses = 16
    static let maximumMemoryByteCount = 1 << 30

    /// Makes a cost of 1 to 16 passes and 8 KiB to 1 GiB; throws ``KeyError`` with `excessiveCost` beyond these bounds.
    public init(passes: Int, memoryByteCount: Int) throws(KeyError) {
        try check(
            (Argon2id.minimumPasses...Self.maximumPasses).contains(passes), .excessiveCost,
            "a passphrase takes 1 to \(Self.maximumPasses) passes, not \(passes)")
        try check(
            (Argon2id.minimumMemoryByteCount...Self.maximumMemoryByteCount).contains(memoryByteCount), .excessiveCost,
            "a passphrase takes 8 KiB to 1 GiB of memory, not \(memoryByteCount) bytes")
        self.init(uncheckedPasses: passes, memoryByteCount: memoryByteCount)
    }

    private init(uncheckedPasses passes: Int, memoryByteCount: Int) {
        self.passes = passes
        self.memoryByteCount = memoryByteCount
    }
}
