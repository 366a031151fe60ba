extension JSONObject: Sequence {
    /// Makes an iterator over the members, in order.
    public func makeIterator() -> IndexingIterator<[Member]> {
        members.makeIterator()
    }

    /// The number of members.
    public var underestimatedCount: Int { count }
}

extension JSONObject: Hashable {
    /// Compares two objects regardless of the order of their members.
    @_effects(releasenone)
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        var areEqual = true
        left.forEachPlace { place in
            guard areEqual else { return }
            guard let other = right.place(ofNameAt: place, of: left) else {
                areEqual = false
                return
            }
            areEqual = left.value(at: place) == right.value(at: other)
        }
        return areEqual
    }

    /// Feeds the object to a hasher regardless of the order of its members.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            sum &+= member.hashValue
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}
