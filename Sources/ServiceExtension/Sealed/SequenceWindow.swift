/// Which of a provider's numbers have arrived: the highest, and which of the 63 below it.
///
/// Pushes may overtake each other, and the system may call twice for one, so the same number gives the same answer.
public struct SequenceWindow: Sendable, Hashable {
    /// The highest number that has arrived.
    public private(set) var highest: UInt64

    /// Bit n is set if the number `highest - n` has arrived.
    public private(set) var arrived: UInt64

    /// How many numbers directly below the highest have not arrived; it may reach below the 63.
    public private(set) var gap: UInt64

    /// Starts with the first number of a sender; what came before it is not known and not missed.
    public init(first: UInt64) {
        self.init(highest: first, arrived: 1, gap: 0)
    }

    /// Takes up a window that was stored.
    public init(highest: UInt64, arrived: UInt64, gap: UInt64) {
        self.highest = highest
        self.arrived = arrived | 1
        self.gap = min(gap, highest)
    }

    /// Notes that a number has arrived and says how many directly before it have not; nil for the first number of
    /// all, however often it comes, and for one that is too old to tell.
    public mutating func note(_ number: UInt64) -> UInt64? {
        if number > highest {
            let step = number - highest
            arrived = step < 64 ? arrived << step | 1 : 1
            gap = step - 1
            highest = number
            return gap
        }
        let distance = highest - number
        guard distance < 64 else { return nil }
        let isNew = arrived & (1 << distance) == 0
        if isNew, distance <= gap, distance > 0 { gap = distance - 1 }
        arrived |= 1 << distance
        if arrived == 1, gap == 0 { return nil }
        return distance == 0 ? gap : missing(below: distance)
    }

    /// How many numbers directly below the one at this distance have not arrived, as far as the window reaches.
    private func missing(below distance: UInt64) -> UInt64? {
        let older = distance + 1 < 64 ? arrived >> (distance + 1) : 0
        return older == 0 ? nil : UInt64(older.trailingZeroBitCount)
    }
}
