package import Foundation
package import StrictJSON

/// A value of a property list, which is what a notification's `userInfo` may hold, as an immutable copy of Foundation's
/// objects.
package enum PropertyListValue: Sendable {
    /// Values that JSON has too.
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case null
    /// Values that only a property list has; `notFinite` is an infinity or NaN.
    case notFinite(Double)
    case date(Date)
    case data(Data)
    /// Containers.
    case array([PropertyListValue])
    case dictionary([(key: String, value: PropertyListValue)])
}

extension PropertyListValue {
    /// Reads a Foundation object.
    ///
    /// - Throws: `UserInfoError` for a value that a property list cannot hold, and for containers deeper than 512.
    package init(_ object: Any) throws {
        var path: [String] = []
        self = try Self.read(object, at: &path)
    }

    /// Reads a dictionary; members are sorted by name, since Foundation has no order.
    package init(_ members: [AnyHashable: Any]) throws {
        var path: [String] = []
        self = try Self.read(members, at: &path)
    }

    /// Converts JSON.
    package init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(Self.init(_:)))
        case .object(let object): self = .dictionary(object.map { ($0.name, Self($0.value)) })
        }
    }

    /// Reads an object.
    ///
    /// The path is one array for the whole traversal, so each step costs the same at any depth.
    private static func read(_ object: Any, at path: inout [String]) throws -> PropertyListValue {
        guard path.count <= JSONLimits.deepest else {
            throw UserInfoError(.tooDeep, reason: "containers nest deeper than \(JSONLimits.deepest)", path: path)
        }
        switch object {
        case let text as String: return .string(text)
        // Containers are tested before classes: casting a Swift container to a class bridges all its values, again at
        // every level.
        case let elements as [Any]:
            return .array(
                try elements.enumerated().map { index, element in
                    try path.within(String(index)) { path in try read(element, at: &path) }
                })
        case let members as [AnyHashable: Any]: return try read(members, at: &path)
        case let number as NSNumber: return Self(number)
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        case is NSNull: return .null
        default:
            let reason = "a property list cannot hold a value of type \(type(of: object))"
            throw UserInfoError(.valueNotPropertyList, reason: reason, path: path)
        }
    }

    private static func read(_ members: [AnyHashable: Any], at path: inout [String]) throws -> PropertyListValue {
        var values: [(key: String, value: PropertyListValue)] = []
        for (key, value) in members {
            guard let name = key.base as? String else {
                let reason = "a key of type \(type(of: key.base)) is not a string"
                throw UserInfoError(.keyNotString, reason: reason, path: path)
            }
            values.append((name, try path.within(name) { path in try read(value, at: &path) }))
        }
        return .dictionary(values.sorted { $0.key < $1.key })
    }

    private init(_ number: NSNumber) {
        let text = number.description
        // There is one object for each boolean value.
        if number === NSNumber(value: true) || number === NSNumber(value: false) {
            self = .bool(number.boolValue)
        } else if number is NSDecimalNumber {
            self = JSONNumber(text: text).map(Self.number) ?? .notFinite(number.doubleValue)
        } else if let int = Int64(text) {
            self = .number(JSONNumber(int))
        } else if let large = UInt64(text) {
            self = .number(JSONNumber(large))
        } else {
            self = JSONNumber(number.doubleValue).map(Self.number) ?? .notFinite(number.doubleValue)
        }
    }
}

extension PropertyListValue {
    /// Returns the value as JSON, or throws for a value that JSON cannot represent.
    package func json() throws -> JSONValue {
        var path: [String] = []
        return try json(at: &path)
    }

    private func json(at path: inout [String]) throws -> JSONValue {
        switch self {
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .null: return .null
        case .notFinite:
            throw UserInfoError(.valueNotJSON, reason: "JSON cannot hold a number that is not finite", path: path)
        case .date: throw UserInfoError(.valueNotJSON, reason: "JSON cannot hold a date", path: path)
        case .data: throw UserInfoError(.valueNotJSON, reason: "JSON cannot hold data", path: path)
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element in
                    try path.within(String(index)) { path in try element.json(at: &path) }
                })
        case .dictionary(let members):
            return .object(
                JSONObject(
                    try members.map { member in
                        (member.key, try path.within(member.key) { path in try member.value.json(at: &path) })
                    }))
        }
    }

    /// The value as JSON for a report: a date as an ISO 8601 string, data as base64, a number that is not finite as a
    /// string ("inf", "-inf", "nan").
    package var reported: JSONValue {
        switch self {
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .null: .null
        case .notFinite(let number): .string(number.description)
        case .date(let date): .string(date.formatted(.iso8601))
        case .data(let data): .string(data.base64EncodedString())
        case .array(let elements): .array(elements.map(\.reported))
        case .dictionary(let members): .object(JSONObject(members.map { ($0.key, $0.value.reported) }))
        }
    }

    /// New Foundation objects with the same value.
    package var foundationObject: Any {
        switch self {
        case .bool(let value): NSNumber(value: value)
        case .number(let number): number.foundationNumber
        case .string(let text): text
        case .null: NSNull()
        case .notFinite(let number): NSNumber(value: number)
        case .date(let date): date
        case .data(let data): data
        case .array(let elements): elements.map(\.foundationObject)
        case .dictionary(let members):
            Dictionary(members.map { ($0.key, $0.value.foundationObject) }, uniquingKeysWith: { $1 })
        }
    }
}

extension JSONNumber {
    /// The number as `NSNumber`, exact for 64-bit integers, binary64 and up to 38 decimal digits, otherwise the nearest
    /// binary64.
    ///
    /// A value beyond its range becomes an infinity, which JSON cannot represent.
    fileprivate var foundationNumber: NSNumber {
        if let int { return NSNumber(value: int) }
        if let large = UInt64(text) { return NSNumber(value: large) }
        let nearest = double ?? (text.hasPrefix("-") ? -.infinity : .infinity)
        if let written = JSONNumber(nearest), written.decimal == decimal { return NSNumber(value: nearest) }
        return exactDecimal ?? NSNumber(value: nearest)
    }

    /// The number as a decimal of at most 38 digits, or nil if that would change its value.
    private var exactDecimal: NSDecimalNumber? {
        let decimal = decimal
        guard decimal.digits.utf8.count <= 38, (-120...80).contains(decimal.exponent) else { return nil }
        let number = NSDecimalNumber(string: text)
        guard JSONNumber(text: number.description)?.decimal == decimal else { return nil }
        return number
    }
}

extension [String] {
    /// Runs the body with a path that is one step longer.
    fileprivate mutating func within<Result>(_ step: String, _ body: (inout [String]) throws -> Result) rethrows
        -> Result
    {
        append(step)
        defer { removeLast() }
        return try body(&self)
    }
}

/// The reason why a `userInfo` dictionary is not a payload or a property list.
package struct UserInfoError: Error, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// A key is not a string.
        case keyNotString
        /// A value has a type that property lists have and JSON does not, a date for example.
        case valueNotJSON
        /// A value has a type that a property list cannot hold.
        case valueNotPropertyList
        /// Containers nest deeper than 512.
        case tooDeep
    }

    package let code: Code

    /// The description of the failure, with types, never with names or values.
    package let reason: String

    /// The names and indices that lead to the value, outermost first; they are part of the payload.
    package let path: [String]

    init(_ code: Code, reason: String, path: [String]) {
        self.code = code
        self.reason = reason
        self.path = path
    }

    package var description: String { "\(code): \(reason)" }
}
