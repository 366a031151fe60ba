/// The places of the names of one large object: a hash table of one piece of memory, at most half full.
///
/// The hash is keyed, so that nobody who makes a text can make its names meet in one slot.
struct NameTable: Sendable {
    /// The upper half of a name's hash above its place plus one; 0 where no name is.
    ///
    /// The number of slots is a power of two, and a name stands in the first free one from that of its hash on.
    private var slots: [UInt64]

    /// Makes the table of members whose names differ, with room for as many more.
    init(of members: Span<JSONObject.Member>) {
        slots = Self.emptySlots(for: members.count)
        for place in members.indices {
            insert(Self.slot(of: members[place].name.nameHash, place))
        }
    }

    /// Adds the name of a member that comes behind these, unless one of them has it; says whether it did.
    mutating func addIfNew(_ name: String, behind members: Span<JSONObject.Member>) -> Bool {
        let hash = name.nameHash
        guard place(of: name, hash, in: members) == nil else { return false }
        if 2 * (members.count + 1) > slots.count { grow() }
        insert(Self.slot(of: hash, members.count))
        return true
    }

    /// The place of a name.
    func place(of name: String, in members: Span<JSONObject.Member>) -> Int? {
        place(of: name, name.nameHash, in: members)
    }

    @inline(__always)
    private func place(of name: String, _ hash: UInt64, in members: Span<JSONObject.Member>) -> Int? {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash >> 32) & mask
        while true {
            let slot = slots[index]
            if slot == 0 { return nil }
            let place = Int(truncatingIfNeeded: slot & 0xffff_ffff) - 1
            if slot >> 32 == hash >> 32, members[place].name.hasSameBytes(as: name) { return place }
            index = (index + 1) & mask
        }
    }

    private mutating func grow() {
        let old = slots
        slots = Self.emptySlots(for: old.count)
        for slot in old where slot != 0 { insert(slot) }
    }

    @inline(__always)
    private mutating func insert(_ slot: UInt64) {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: slot >> 32) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = slot
    }

    private static func slot(of hash: UInt64, _ place: Int) -> UInt64 {
        hash & 0xffff_ffff_0000_0000 | UInt64(UInt32(truncatingIfNeeded: place + 1))
    }

    /// Four slots for each name, so that the table is half full when it holds twice as many.
    private static func emptySlots(for count: Int) -> [UInt64] {
        var slotCount = 64
        while slotCount < 2 * count { slotCount *= 2 }
        return [UInt64](repeating: 0, count: slotCount)
    }
}
