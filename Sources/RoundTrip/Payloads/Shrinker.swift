import StrictJSON

/// Searches for the smallest object that still has a property.
struct Shrinker {
    let start: JSONObject
    /// The maximum number of objects to try.
    var limit = 3000

    /// Repeatedly replaces the object by a smaller one for which `stillDoes` holds, until none is found.
    func shrink(_ stillDoes: (JSONObject) async -> Bool) async {
        var current = start
        var tried = 0
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in Self.smaller(than: current) {
                tried += 1
                guard tried <= limit else { return }
                guard await stillDoes(candidate) else { continue }
                current = candidate
                isSmaller = true
                break
            }
        }
    }

    /// Returns the objects with one part removed, the largest removals first.
    private static func smaller(than object: JSONObject) -> [JSONObject] {
        var found: [JSONObject] = []
        for member in object {
            var rest = object
            rest[member.name] = nil
            found.append(rest)
        }
        for member in object {
            for value in smaller(than: member.value) {
                var rest = object
                rest[member.name] = value
                found.append(rest)
            }
        }
        return found
    }

    private static func smaller(than value: JSONValue) -> [JSONValue] {
        switch value {
        case .null, .bool:
            return []
        case .number(let number):
            return number.text == "0" ? [] : [0]
        case .string(let text):
            guard !text.isEmpty else { return [] }
            let half = text.unicodeScalars.count / 2
            let parts = [text.unicodeScalars.prefix(half), text.unicodeScalars.dropFirst(max(half, 1))]
            return ["", .string(String(parts[0])), .string(String(parts[1]))].filter { $0 != value }
        case .array(let elements):
            guard !elements.isEmpty else { return [] }
            var found: [JSONValue] = [.array([])]
            for index in elements.indices {
                var rest = elements
                rest.remove(at: index)
                found.append(.array(rest))
            }
            for index in elements.indices {
                for smaller in smaller(than: elements[index]) {
                    var rest = elements
                    rest[index] = smaller
                    found.append(.array(rest))
                }
            }
            return found
        case .object(let object):
            guard !object.isEmpty else { return [] }
            return [.object([:])] + smaller(than: object).map(JSONValue.object)
        }
    }
}
