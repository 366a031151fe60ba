public import PushPayload

/// A Live Activity on a device, whose push token the app has sent to its server.
public struct RegisteredActivity: Sendable, Hashable {
    /// The activity's number on the device.
    public let number: Int
    /// The name of the attributes type.
    public let type: String
    /// The attributes, by which a server knows the activity; nil if the device could not open them.
    public let attributes: JSONObject?
    /// The push token for updates and the end, hexadecimal.
    public let token: String

    /// Creates an activity with its parts.
    public init(number: Int, type: String, attributes: JSONObject?, token: String) {
        self.number = number
        self.type = type
        self.attributes = attributes
        self.token = token
    }

    /// Returns the message of an app with all its activities: a JSON array of objects with `number`, `type`, `attributes` and `token`.
    public static func serialized(_ activities: [RegisteredActivity]) -> [UInt8] {
        let objects = activities.map { activity -> JSONValue in
            var json: JSONObject = [
                "number": .number(JSONNumber(activity.number)), "type": .string(activity.type),
                "token": .string(activity.token),
            ]
            json["attributes"] = activity.attributes.map(JSONValue.object)
            return .object(json)
        }
        return JSONValue.array(objects).serialized()
    }

    /// Reads the message of an app.
    ///
    /// - Throws: a `DecodingError`, or the error of the JSON.
    static func list(parsing message: [UInt8]) throws -> [RegisteredActivity] {
        guard let objects = try JSONValue(parsing: message).arrayValue else { throw malformed }
        return try objects.map { object in
            guard let json = object.objectValue, let number = json["number"]?.numberValue?.int,
                let type = json["type"]?.stringValue, let token = json["token"]?.stringValue,
                AppServer.isToken(token)
            else { throw malformed }
            return RegisteredActivity(
                number: number, type: type, attributes: json["attributes"]?.objectValue, token: token)
        }
    }

    private static var malformed: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "expected Live Activities with hexadecimal tokens"))
    }
}
