import StrictJSON

extension JSONObject {
    /// Describes the first difference from an expected object, never its content; nil if the objects are equal.
    ///
    /// The line is such as `/aps/alert/title: string expected, nothing found`, with a JSON pointer (RFC 6901). Members may
    /// be in any order; numbers are compared by their text, strings by their bytes.
    package func difference(from expected: JSONObject) -> String? {
        JSONValue.object(self).difference(from: .object(expected), at: "")
    }
}

extension JSONValue {
    fileprivate func difference(from expected: JSONValue, at pointer: String) -> String? {
        if expected == self { return nil }
        guard expected.kind == kind, let parts, let expectedParts = expected.parts else {
            let found = expected.kind == kind ? "another \(kind) found" : "\(expected.kind) expected, \(kind) found"
            return "\(pointer.isEmpty ? "the root" : pointer): \(found)"
        }
        for (step, value) in expectedParts {
            guard let found = parts.first(where: { $0.step == step }) else {
                return "\(pointer)/\(step): \(value.kind) expected, nothing found"
            }
            if let difference = found.value.difference(from: value, at: "\(pointer)/\(step)") { return difference }
        }
        let added = parts.first { part in !expectedParts.contains { $0.step == part.step } }
        return added.map { "\(pointer)/\($0.step): nothing expected, \($0.value.kind) found" }
    }

    /// The members or elements with their steps in a JSON pointer; nil for a value of another kind.
    private var parts: [(step: UTF8Text, value: JSONValue)]? {
        switch self {
        case .object(let object): object.map { (UTF8Text(JSONPointer.escape($0.name.string)), $0.value) }
        case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
        case .null, .bool, .number, .string: nil
        }
    }
}
