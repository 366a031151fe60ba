/// The places of the names of one large object: a hash table of one piece of memory, at most half full.
///
/// The hash is keyed, so that nobody who makes a text can make its names meet in one slot.
struct NameTable: Sendable {
    /// The upper half of a name's hash above its place plus one; 0 where no name is.
    ///
    /// The number of slots is a power of two, and a name stands in the first free one from that of its hash on.
    private var slots = [UInt64](repeating: 0, count: 64)
    private var count = 0

    /// Adds the place of a name that is not in the table.
    mutating func insert(_ place: Int, hash: UInt64) {
        count += 1
        if 2 * count > slots.count { grow() }
        insert(hash & 0xffff_ffff_0000_0000 | UInt64(UInt32(truncatingIfNeeded: place + 1)))
    }

    /// The place of a name by its hash, among the places of which the caller tells whether they have the name.
    @inline(__always)
    func place(of hash: UInt64, where hasName: (Int) -> Bool) -> Int? {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash >> 32) & mask
        while true {
            let slot = slots[index]
            if slot == 0 { return nil }
            let place = Int(truncatingIfNeeded: slot & 0xffff_ffff) - 1
            if slot >> 32 == hash >> 32, hasName(place) { return place }
            index = (index + 1) & mask
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for slot in old where slot != 0 { insert(slot) }
    }

    @inline(__always)
    private mutating func insert(_ slot: UInt64) {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: slot >> 32) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = slot
    }
}
