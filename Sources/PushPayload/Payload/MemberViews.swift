import StrictJSON

/// Reads and writes members by type. A member that already reads as the new value keeps its spelling.
extension JSONObject {
    func string(_ name: String) -> String? {
        self[name]?.stringValue
    }

    mutating func setString(_ name: String, _ value: String?) {
        self[name] = value.map(JSONValue.string)
    }

    func integer(_ name: String) -> Int? {
        self[name]?.numberValue?.int
    }

    mutating func setInteger(_ name: String, _ value: Int?) {
        replace(name, value, unlike: integer(name)) { .number(JSONNumber($0)) }
    }

    /// Whether a member is the number 1; Apple's switches are numbers, so `true` does not count.
    func flag(_ name: String) -> Bool {
        integer(name) == 1
    }

    mutating func setFlag(_ name: String, _ value: Bool) {
        if value != flag(name) { self[name] = value ? 1 : nil }
    }

    /// Returns an array that contains only strings; nil for any other value.
    func strings(_ name: String) -> [String]? {
        guard let elements = self[name]?.arrayValue else { return nil }
        let strings = elements.compactMap(\.stringValue)
        return strings.count == elements.count ? strings : nil
    }

    mutating func setStrings(_ name: String, _ value: [String]?) {
        self[name] = value.map { .array($0.map(JSONValue.string)) }
    }

    /// Writes a value unless the member already reads as it.
    ///
    /// Nil, and a value that JSON cannot represent, remove the member.
    mutating func replace<Value: Equatable>(
        _ name: String, _ value: Value?, unlike current: Value?, json: (Value) -> JSONValue?
    ) {
        guard let value else {
            self[name] = nil
            return
        }
        if value != current { self[name] = json(value) }
    }
}
