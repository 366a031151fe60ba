import Foundation
package import PushPayload

/// A value of a member in the JSON for the page and the command line.
package protocol JSONMember {
    var member: JSONValue { get }
}

extension JSONObject {
    /// Creates an object of the members that have a value.
    package init(of members: KeyValuePairs<String, (any JSONMember)?>) {
        self = JSONObject().adding(members)
    }

    /// Returns the object with further members, of those that have a value.
    func adding(_ members: KeyValuePairs<String, (any JSONMember)?>) -> JSONObject {
        var object = self
        for case (let name, let value?) in members { object[name] = value.member }
        return object
    }
}

extension JSONObject: JSONMember {
    package var member: JSONValue { .object(self) }
}

extension JSONValue: JSONMember {
    package var member: JSONValue { self }
}

extension Array: JSONMember where Element: JSONMember {
    package var member: JSONValue { .array(map(\.member)) }
}

extension String: JSONMember {
    package var member: JSONValue { .string(self) }
}

extension Bool: JSONMember {
    package var member: JSONValue { .bool(self) }
}

extension Int: JSONMember {
    package var member: JSONValue { .number(JSONNumber(self)) }
}

extension Date: JSONMember {
    /// The number of milliseconds since 1970.
    var milliseconds: Int { Int(timeIntervalSince1970 * 1000) }

    /// The milliseconds since 1970.
    package var member: JSONValue { milliseconds.member }
}

extension Duration: JSONMember {
    /// The milliseconds, to hundredths.
    package var member: JSONValue { JSONNumber((self / .milliseconds(1) * 100).rounded() / 100)?.member ?? .null }
}

extension JSONNumber: JSONMember {
    package var member: JSONValue { .number(self) }
}
