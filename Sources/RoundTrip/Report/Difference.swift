public import StrictJSON

/// The first difference between two JSON values: its position and the kinds of both values, never the content.
public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The JSON pointer (RFC 6901) of the difference; empty for the root.
    public let pointer: String
    /// The expected kind; nil for an absent value.
    public let expected: String?
    /// The kind found; nil for an absent value.
    public let found: String?

    /// Compares two objects as the laws do: members in any order, numbers by their text, strings by their bytes.
    ///
    /// - Returns: nil if they are equal.
    public init?(from expected: JSONObject, to found: JSONObject) {
        guard let difference = Self.first(.object(expected), .object(found), at: "") else { return nil }
        self = difference
    }

    private init(_ pointer: String, _ expected: String?, _ found: String?) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
    }

    private static func first(
        _ expected: JSONValue,
        _ found: JSONValue,
        at pointer: String
    ) -> Difference? {
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            for member in expected {
                let place = "\(pointer)/\(JSONPointer.escape(member.name))"
                guard let other = found[member.name] else { return Difference(place, member.value.kind, nil) }
                if let difference = first(member.value, other, at: place) { return difference }
            }
            for member in found where !expected.contains(member.name) {
                return Difference("\(pointer)/\(JSONPointer.escape(member.name))", nil, member.value.kind)
            }
            return nil
        case (.array(let expected), .array(let found)):
            for (index, pair) in zip(expected, found).enumerated() {
                if let difference = first(pair.0, pair.1, at: "\(pointer)/\(index)") { return difference }
            }
            guard expected.count != found.count else { return nil }
            let index = min(expected.count, found.count)
            return Difference(
                "\(pointer)/\(index)", index < expected.count ? expected[index].kind : nil,
                index < found.count ? found[index].kind : nil)
        default:
            return expected == found ? nil : Difference(pointer, expected.kind, found.kind)
        }
    }

    /// The difference on one line, such as `/aps/alert/title: string expected, nothing found`.
    public var description: String {
        let place = pointer.isEmpty ? "the root" : pointer
        guard expected != found else { return "\(place): another \(found ?? "value") found" }
        return "\(place): \(expected ?? "nothing") expected, \(found ?? "nothing") found"
    }
}
