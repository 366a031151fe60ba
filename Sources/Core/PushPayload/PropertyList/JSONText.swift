package import StrictJSON

/// JSON inside a `Codable` message, as its text, so that the order of members and the spelling of numbers are kept.
package struct JSONText: Sendable, Codable {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        value = try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(enclosingTextsIn: text.utf8.count))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: value.serialized(), as: UTF8.self))
    }
}
