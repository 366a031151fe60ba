import StrictJSON

extension JSONObject {
    /// Whether arrays and objects stand at most `depth` deep inside each other, this object counting as 1.
    func nests(atMost depth: Int) -> Bool {
        depth > 0 && allSatisfy { $0.value.nests(atMost: depth - 1) }
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
}
