import StrictJSON

extension JSONObject {
    /// The objects with one part removed, the largest removals first.
    var smaller: [JSONObject] {
        let removals = map { member in replacing(member.name, with: nil) }
        return removals
            + flatMap { member in member.value.smaller.map { replacing(member.name, with: $0) } }
    }

    private func replacing(_ name: String, with value: JSONValue?) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}

extension JSONValue {
    /// The values with one part removed, the largest removals first.
    fileprivate var smaller: [JSONValue] {
        switch self {
        case .null, .bool:
            return []
        case .number(let number):
            return number.text == "0" ? [] : [0]
        case .string(let text):
            guard !text.isEmpty else { return [] }
            let half = text.unicodeScalars.count / 2
            let parts = [text.unicodeScalars.prefix(half), text.unicodeScalars.dropFirst(max(half, 1))]
            return ["", .string(String(parts[0])), .string(String(parts[1]))].filter { $0 != self }
        case .array(let elements):
            guard !elements.isEmpty else { return [] }
            let removals = elements.indices.map { elements.replacing($0, with: []) }
            let changes = elements.indices.flatMap { index in
                elements[index].smaller.map { elements.replacing(index, with: [$0]) }
            }
            return [.array([])] + (removals + changes).map(JSONValue.array)
        case .object(let object):
            return object.isEmpty ? [] : [.object([:])] + object.smaller.map(JSONValue.object)
        }
    }
}

extension Array {
    fileprivate func replacing(_ index: Int, with elements: [Element]) -> [Element] {
        self[..<index] + elements + self[(index + 1)...]
    }
}
