public import Platform
public import StrictJSON

extension JSONValue {
    /// Encodes a value of your own type, as a member of a payload: `payload["order"] = try JSONValue(encoding: order)`.
    ///
    /// The encoder writes the numbers: integers exactly, a `Double` by the shortest text that reads back as the same number (`1.0`
    /// as `1`), a `Decimal` by its digits. For a text of your own, such as `0.10`, use `JSONNumber.init(text:)`. Dates and data are
    /// written by the strategies of the encoder.
    ///
    /// - Throws: `EncodingError`, for a number that is not finite, for example; `JSONError` for a text over the limits of
    ///   `JSONLimits`.
    public init(encoding value: some Encodable, by encoder: JSONEncoder = JSONEncoder()) throws {
        try self.init(parsing: Array(encoder.encode(value)))
    }
}

extension JSONObject {
    /// Encodes a value of your own type, as a payload or as a content state.
    ///
    /// - Throws: As ``JSONValue/init(encoding:by:)``; ``PayloadError`` with `notAnObject` for a type that is not encoded as an object.
    public init(encoding value: some Encodable, by encoder: JSONEncoder = JSONEncoder()) throws {
        let value = try JSONValue(encoding: value, by: encoder)
        guard let object = value.objectValue else {
            throw PayloadError(.notAnObject, "expected a value that is encoded as an object, found \(value.kind)")
        }
        self = object
    }
}
