import StrictJSON

extension JSONObject {
    /// Describes the first difference from an expected object: its JSON pointer (RFC 6901) and the kinds of both values,
    /// never the content.
    ///
    /// Members may be in any order; numbers are compared by their text, strings by their bytes.
    ///
    /// - Returns: A line such as `/aps/alert/title: string expected, nothing found`; nil if the objects are equal.
    package func difference(from expected: JSONObject) -> String? {
        JSONValue.object(self).difference(from: .object(expected), at: "")
    }
}

extension JSONValue {
    fileprivate func difference(from expected: JSONValue, at pointer: String) -> String? {
        func missing(_ value: JSONValue, _ step: String) -> String {
            "\(pointer)/\(step): \(value.kind) expected, nothing found"
        }
        func added(_ value: JSONValue, _ step: String) -> String {
            "\(pointer)/\(step): nothing expected, \(value.kind) found"
        }
        switch (expected, self) {
        case (.object(let expected), .object(let found)):
            for member in expected {
                let step = JSONPointer.escape(member.name)
                guard let other = found[member.name] else { return missing(member.value, step) }
                if let inner = other.difference(from: member.value, at: "\(pointer)/\(step)") { return inner }
            }
            let other = found.first { !expected.contains($0.name) }
            return other.map { added($0.value, JSONPointer.escape($0.name)) }
        case (.array(let expected), .array(let found)):
            for (index, pair) in zip(expected, found).enumerated() {
                if let inner = pair.1.difference(from: pair.0, at: "\(pointer)/\(index)") { return inner }
            }
            return expected.dropFirst(found.count).first.map { missing($0, "\(found.count)") }
                ?? found.dropFirst(expected.count).first.map { added($0, "\(expected.count)") }
        default:
            guard expected != self else { return nil }
            let place = pointer.isEmpty ? "the root" : pointer
            return expected.kind == kind
                ? "\(place): another \(kind) found" : "\(place): \(expected.kind) expected, \(kind) found"
        }
    }
}
