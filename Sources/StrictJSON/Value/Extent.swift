/// What an object always knows of its members, so that a payload's size costs nothing to ask for.
///
/// In four bytes: a larger object is no longer handed on in registers, which costs more than is won.
struct Extent: Sendable {
    /// Twice the bytes, and one where a null is held.
    private var bits: UInt32 = 0

    /// Makes the extent of no members.
    init() {}

    /// Makes an extent of what was counted elsewhere.
    init(byteCount: Int, holdsNull: Bool) {
        set(byteCount, holdsNull: holdsNull)
    }

    /// Makes the extent of the members of an object that was read.
    init(of object: ValueNode) {
        let separators = max(2, object.count + 1)
        self.init(byteCount: Int(object.byteCount - separators), holdsNull: object.flags.contains(.holdsNull))
    }

    /// Makes the extent of members.
    init(of members: Span<JSONObject.Member>) {
        for place in members.indices {
            add(
                name: StringEscaping.byteCount(members[place].name), value: members[place].value.serializedByteCount,
                holdsNull: members[place].value.holdsNull)
        }
    }

    /// The bytes of the members' shortest texts without commas, at most 2 GiB.
    var byteCount: Int { Int(bits >> 1) }

    /// Whether a null stands in them, at any depth.
    var holdsNull: Bool { bits & 1 == 1 }

    /// Adds a member by the bytes of its name, with the quotation marks, and of its value.
    @inline(__always)
    mutating func add(name: Int, value: Int, holdsNull: Bool) {
        set(byteCount + name + 1 + value, holdsNull: holdsNull)
    }

    /// Takes a value's bytes off and adds another's.
    mutating func replace(_ old: Int, by new: Int, holdsNull: Bool) {
        set(byteCount - old + new, holdsNull: holdsNull)
    }

    @inline(__always)
    private mutating func set(_ byteCount: Int, holdsNull: Bool) {
        bits = UInt32(clamping: 2 * byteCount) & ~1 | (bits & 1) | (holdsNull ? 1 : 0)
    }
}
