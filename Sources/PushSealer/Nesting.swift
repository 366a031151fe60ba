import StrictJSON

extension JSONObject {
    /// Whether arrays and objects stand at most `depth` deep inside each other, this object counting as 1.
    func nests(atMost depth: Int) -> Bool {
        depth > 0 && allSatisfy { $0.value.nests(atMost: depth - 1) }
    }

    /// Whether it nests at most `depth` deep and holds no null: one look at each value, for what nearly every payload is.
    func isFreeOfNulls(toDepth depth: Int) -> Bool {
        guard depth > 0 else { return false }
        let members = members.span
        for index in members.indices where !members[index].value.isFreeOfNulls(toDepth: depth - 1) { return false }
        return true
    }
}

extension JSONValue {
    fileprivate func nests(atMost depth: Int) -> Bool {
        switch self {
        case .object(let object): object.nests(atMost: depth)
        case .array(let elements): depth > 0 && elements.allSatisfy { $0.nests(atMost: depth - 1) }
        case .null, .bool, .number, .string: true
        }
    }

    fileprivate func isFreeOfNulls(toDepth depth: Int) -> Bool {
        switch self {
        case .null: return false
        case .bool, .number, .string: return true
        case .object(let object): return object.isFreeOfNulls(toDepth: depth)
        case .array(let elements):
            guard depth > 0 else { return false }
            let elements = elements.span
            for index in elements.indices where !elements[index].isFreeOfNulls(toDepth: depth - 1) { return false }
            return true
        }
    }
}
