package import Foundation
package import StrictJSON

/// A value of a property list, such as a notification's `userInfo`, as an immutable copy of Foundation's objects.
package enum PropertyListValue: Sendable {
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case null
    /// An infinity or NaN.
    case notFinite(Double)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([(key: String, value: PropertyListValue)])
}

extension PropertyListValue {
    /// Reads a dictionary; members are sorted by name, since Foundation has no order.
    package init(_ members: [AnyHashable: Any]) throws {
        self = try Self.read(members, depth: 0)
    }

    package init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(Self.init(_:)))
        case .object(let object): self = .dictionary(object.map { ($0.name.string, Self($0.value)) })
        }
    }

    private static func read(_ object: Any, depth: Int) throws -> PropertyListValue {
        guard depth <= JSONLimits.deepest else {
            throw UserInfoError(.tooDeep, "containers nest deeper than \(JSONLimits.deepest)")
        }
        switch object {
        case let text as String: return .string(text)
        // Containers are tested before classes: casting a Swift container to a class bridges all its values, again at
        // every level.
        case let elements as [Any]: return .array(try elements.map { try read($0, depth: depth + 1) })
        case let members as [AnyHashable: Any]: return try read(members, depth: depth)
        case let number as NSNumber: return Self(number)
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        case is NSNull: return .null
        default:
            let reason = "a property list cannot hold a value of type \(type(of: object))"
            throw UserInfoError(.valueNotPropertyList, reason)
        }
    }

    private static func read(_ members: [AnyHashable: Any], depth: Int) throws -> PropertyListValue {
        let values = try members.map { key, value in
            guard let name = key.base as? String else {
                throw UserInfoError(.keyNotString, "a key of type \(type(of: key.base)) is not a string")
            }
            return (key: name, value: try read(value, depth: depth + 1))
        }
        return .dictionary(values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
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
    /// Returns the value as JSON; throws for a value that JSON cannot represent.
    package func json() throws -> JSONValue {
        try json { value in
            switch value {
            case .notFinite: throw UserInfoError(.valueNotJSON, "JSON cannot hold a number that is not finite")
            case .date: throw UserInfoError(.valueNotJSON, "JSON cannot hold a date")
            case .data: throw UserInfoError(.valueNotJSON, "JSON cannot hold data")
            case .bool, .number, .string, .null, .array, .dictionary: nil
            }
        }
    }

    /// The value as JSON for a report: a date as an ISO 8601 string, data as base64, a number that is not finite as a
    /// string ("inf", "-inf", "nan").
    package var reported: JSONValue { json { _ in nil } }

    /// Returns the value as JSON; where the closure returns nil for a value in it, the value is written as in a report.
    package func json(_ written: (PropertyListValue) throws -> JSONValue?) rethrows -> JSONValue {
        if let json = try written(self) { return json }
        switch self {
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .null: return .null
        case .notFinite(let number): return .string(number.description)
        case .date(let date): return .string(date.formatted(.iso8601))
        case .data(let data): return .string(data.base64EncodedString())
        case .array(let elements): return .array(try elements.map { try $0.json(written) })
        case .dictionary(let members):
            return .object(JSONObject(try members.map { ($0.key, try $0.value.json(written)) }))
        }
    }

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
    /// The number as `NSNumber`, see `Payload.userInfo`; a value beyond the range of binary64 becomes an infinity.
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

/// The reason why a `userInfo` dictionary is not a payload or a property list.
package struct UserInfoError: CodedError {
    package enum Code: String, Sendable { case keyNotString, valueNotJSON, valueNotPropertyList, tooDeep }

    package let code: Code

    /// The description of the failure, with types, never with names or values.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
