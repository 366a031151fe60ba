public import StrictJSON

/// The path of a member of a payload: the names from the root, at least one.
///
/// It is written with dots, `"aps.thread-id"`, or, for names that contain dots or are empty, as a JSON pointer (RFC
/// 6901), `"/com.example.app/x"`. A path leads through objects only, never into arrays.
public struct PayloadPath: Sendable, Hashable {
    /// The names from the root.
    public let names: [UTF8Text]

    /// Creates a path from its names as they are, dots included.
    public init(names first: String, _ others: String...) {
        names = ([first] + others).map { UTF8Text($0) }
    }

    /// Creates a path from its names; nil if there are none.
    package init?(names: [UTF8Text]) {
        guard !names.isEmpty else { return nil }
        self.names = names
    }

    /// Parses a path; text that starts with `/` is a JSON pointer, other text is separated by dots.
    ///
    /// Throws `badPath` for empty text, an empty name between dots, a `~` in a pointer that `0` or `1` does not follow,
    /// and more than 512 names.
    public init(parsing text: String) throws(PayloadError) {
        guard let first = text.utf8.first else { throw PayloadError(.badPath, "expected at least one name in a path") }
        let isPointer = first == UInt8(ascii: "/")
        let parts = text.utf8.dropFirst(isPointer ? 1 : 0)
            .split(separator: isPointer ? first : UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        let names = isPointer ? parts.compactMap(JSONPointer.unescape) : parts
        guard names.count == parts.count else {
            throw PayloadError(.badPath, "expected 0 or 1 after ~ in a JSON pointer")
        }
        if !isPointer, names.contains("") { throw PayloadError(.badPath, "a name between dots is empty") }
        guard names.count <= JSONLimits.deepest else {
            throw PayloadError(.badPath, "expected at most \(JSONLimits.deepest) names in a path")
        }
        self.names = names.map { UTF8Text($0) }
    }
}

extension PayloadPath: ExpressibleByStringLiteral {
    /// Creates the path that ``init(parsing:)`` reads; a literal for which it throws ends the program.
    ///
    /// A `StaticString` stands in a source, so no text from outside gets here.
    public init(stringLiteral text: StaticString) {
        do throws(PayloadError) {
            try self.init(parsing: text.description)
        } catch {
            preconditionFailure("\(text) is not the path of a member: \(error.reason)")
        }
    }
}

extension PayloadPath: CustomStringConvertible {
    /// The path with dots, or as a JSON pointer if dots would be ambiguous.
    public var description: String {
        let needsPointer = names.contains { $0 == "" || $0.string.utf8.contains(UInt8(ascii: ".")) }
        if needsPointer || names[0].string.utf8.first == UInt8(ascii: "/") {
            return JSONPointer.text(of: names)
        }
        return names.map(\.string).joined(separator: ".")
    }
}

extension JSONObject {
    /// The member at a path, such as `payload.root[at: "aps.thread-id"]`.
    ///
    /// A path through a value that is not an object reads as nil. Setting a value creates the objects on the path and replaces
    /// other values there. Setting nil removes the member and keeps the objects on the path, even empty ones.
    public subscript(at path: PayloadPath) -> JSONValue? {
        get {
            path.names.reduce(JSONValue.object(self)) { (value: JSONValue?, name) in value?.objectValue?[name.string] }
        }
        set { setMember(at: path.names[...], newValue) }
    }

    private mutating func setMember(at names: ArraySlice<UTF8Text>, _ value: JSONValue?) {
        guard let name = names.first?.string else { return }
        if names.count == 1 {
            self[name] = value
        } else if var object = self[name]?.objectValue ?? (value == nil ? nil : [:]) {
            object.setMember(at: names.dropFirst(), value)
            self[name] = .object(object)
        }
    }
}

extension JSONValue {
    /// Returns the paths of the values in this one, or of itself, for which a condition holds.
    package func paths(from path: [UTF8Text] = [], where condition: (JSONValue) -> Bool) -> [[UTF8Text]] {
        let inside: [[UTF8Text]] =
            switch self {
            case .array(let elements):
                elements.enumerated().flatMap {
                    $0.element.paths(from: path + [UTF8Text(String($0.offset))], where: condition)
                }
            case .object(let object): object.flatMap { $0.value.paths(from: path + [$0.name], where: condition) }
            case .null, .bool, .number, .string: []
            }
        return condition(self) ? [path] + inside : inside
    }
}
