import StrictJSON

extension JSONObject {
    /// Refuses what nests deeper than any reader takes; what was made in code has passed no parser.
    func requireReadableDepth(named name: String) throws(SealError) {
        guard nests(atMost: JSONLimits.deepest) else {
            throw SealError(
                .invalidPayload, "the \(name) nests deeper than the \(JSONLimits.deepest) levels that a reader takes")
        }
    }

    /// Whether arrays and objects stand at most `depth` deep inside each other, this object counting as 1.
    func nests(atMost depth: Int) -> Bool {
        // Every level has at least its two brackets, so that most payloads need no look inside.
        if serializedByteCount <= 2 * depth { return true }
        guard depth > 0 else { return false }
        return members.allSatisfy { $0.value.nests(atMost: depth - 1) }
    }
}

extension JSONValue {
    fileprivate func nests(atMost depth: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: return true
        case .object(let object): return object.nests(atMost: depth)
        case .array(let elements):
            guard depth > 0 else { return false }
            let elements = elements.span
            for index in elements.indices where !elements[index].nests(atMost: depth - 1) { return false }
            return true
        }
    }
}
