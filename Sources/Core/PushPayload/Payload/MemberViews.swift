import StrictJSON

/// Members by type, which are read and written as ``APS`` documents.
extension JSONObject {
    subscript(string name: String) -> String? {
        get { self[name]?.stringValue }
        set { self[name] = newValue.map(JSONValue.string) }
    }

    subscript(integer name: String) -> Int? {
        get { self[name]?.numberValue?.int }
        set { replace(name, newValue, unlike: self[integer: name]) { .number(JSONNumber($0)) } }
    }

    /// Whether a member is the number 1; Apple's switches are numbers, so `true` does not count.
    subscript(flag name: String) -> Bool {
        get { self[integer: name] == 1 }
        set { if newValue != self[flag: name] { self[name] = newValue ? 1 : nil } }
    }

    subscript(strings name: String) -> [String]? {
        get {
            guard let elements = self[name]?.arrayValue else { return nil }
            let strings = elements.compactMap(\.stringValue)
            return strings.count == elements.count ? strings : nil
        }
        set { self[name] = newValue.map { .array($0.map(JSONValue.string)) } }
    }

    subscript(sound name: String) -> Sound? {
        get { self[name].flatMap(Sound.init(json:)) }
        set { replace(name, newValue, unlike: self[sound: name]) { $0.json } }
    }

    /// Writes a value unless the member already reads as it; nil, and a value that JSON cannot represent, remove it.
    mutating func replace<Value: Equatable>(
        _ name: String, _ value: Value?, unlike current: Value?, json: (Value) -> JSONValue?
    ) {
        if value == nil || value != current { self[name] = value.flatMap(json) }
    }
}
