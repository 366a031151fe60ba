import StrictJSON

extension JSONObject {
    /// The objects with one part removed, the largest removals first.
    var smaller: [JSONObject] {
        let members = map { ($0.name, $0.value) }
        return smallerLists(of: members) { name, value in value.smaller.map { (name, $0) } }.map(JSONObject.init)
    }
}

extension JSONValue {
    /// The values with one part removed, the largest removals first.
    fileprivate var smaller: [JSONValue] {
        switch self {
        case .null, .bool: return []
        case .number(let number): return number.text == "0" ? [] : [0]
        case .string(let text):
            guard !text.isEmpty else { return [] }
            let half = text.unicodeScalars.count / 2
            let parts = [text.unicodeScalars.prefix(half), text.unicodeScalars.dropFirst(max(half, 1))]
            return ["", .string(String(parts[0])), .string(String(parts[1]))].filter { $0 != self }
        case .array(let elements):
            return elements.isEmpty ? [] : [[]] + smallerLists(of: elements, \.smaller).map(JSONValue.array)
        case .object(let object): return object.isEmpty ? [] : [[:]] + object.smaller.map(JSONValue.object)
        }
    }
}

/// Returns the lists with one element removed, then those with one element made smaller.
private func smallerLists<Element>(of list: [Element], _ smaller: (Element) -> [Element]) -> [[Element]] {
    func replacing(_ index: Int, with elements: [Element]) -> [Element] {
        list[..<index] + elements + list[(index + 1)...]
    }
    return list.indices.map { replacing($0, with: []) }
        + list.indices.flatMap { index in smaller(list[index]).map { replacing(index, with: [$0]) } }
}
