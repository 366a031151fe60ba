extension JSONObject: Hashable {
    /// Compares two objects regardless of the order of their members.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the object regardless of the order of its members.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members { sum &+= member.hashValue }
        hasher.combine(members.count)
        hasher.combine(sum)
    }
}

extension JSONObject.Member: Hashable {
    /// Compares the names by UTF-8 bytes and the values as JSON values.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.value == right.value
    }

    /// Hashes the name and the value, in agreement with `==`.
    public func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        hasher.combine(value)
    }
}
