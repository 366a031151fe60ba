/// A JSON value that preserves the order of members, the spelling of numbers, and every code point of every string.
///
/// Two values are equal regardless of the order of members, if numbers have the same text (`1` is not `1.0`) and strings
/// the same UTF-8 bytes. A composed and a decomposed "é" are different, unlike in Swift's `String`.
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number with its spelling.
    case number(JSONNumber)
    /// A string with all its code points.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its members in order.
    case object(JSONObject)

    /// The name of the kind of value, for messages: `null`, `boolean`, `number`, `string`, `array` or `object`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean, or nil for a value of another kind, including `1` and `"true"`.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, or nil for a value of another kind.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string, or nil for a value of another kind.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, or nil for a value of another kind.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, or nil for a value of another kind.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Parses one value from a complete text (RFC 8259).
    ///
    /// Refuses texts that the RFC forbids, and texts on which parsers disagree: a byte order mark, bytes that are not
    /// UTF-8, lone surrogate escapes, a name that occurs twice, and texts beyond the limits.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: bytes.slice.span, limits: limits)
    }

    /// Parses one value from a complete text in memory of any kind, such as guarded memory.
    package init(parsing text: Span<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        var reader = try JSONReader(text, limits: limits)
        self = try reader.readValue(from: text)
        try reader.readEnd(of: text)
    }
}

extension JSONValue: Hashable {
    /// Compares objects regardless of the order of members, numbers by text, and strings by UTF-8 bytes.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): UTF8Text(left) == UTF8Text(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the value, in agreement with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): UTF8Text(value).hash(into: &hasher)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}
