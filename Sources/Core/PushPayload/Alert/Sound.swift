public import StrictJSON

/// The sound of a notification (Apple, Generating a remote notification, tables 1 and 3).
public enum Sound: Sendable, Hashable {
    /// The system's sound, `"default"`.
    case `default`

    /// A file in the app's main bundle or in `Library/Sounds`.
    case file(String)

    /// A critical alert, which ignores the mute switch; the volume is from 0 (silent) to 1 (full).
    ///
    /// Needs Apple's entitlement for critical alerts.
    case critical(name: String = "default", volume: Double = 1)

    /// Creates a sound from a string, or from an object with `critical`, `name` and `volume`; nil for any other value.
    ///
    /// An absent name is read as `default`, an absent volume as 1.
    public init?(json: JSONValue) {
        switch json {
        case .string(let name):
            self.init(name: name)
        case .object(let members):
            guard let name = (members["name"] ?? "default").stringValue,
                let volume = (members["volume"] ?? 1).numberValue?.double
            else { return nil }
            if members[flag: "critical"] {
                self = .critical(name: name, volume: volume)
            } else {
                self.init(name: name)
            }
        case .null, .bool, .number, .array:
            return nil
        }
    }

    /// The JSON value for `aps`; a volume that is not finite is omitted.
    public var json: JSONValue {
        switch self {
        case .default:
            return "default"
        case .file(let name):
            return .string(name)
        case .critical(let name, let volume):
            var members: JSONObject = ["critical": 1, "name": .string(name)]
            members["volume"] =
                Int(exactly: volume).map { .number(JSONNumber($0)) }
                ?? JSONNumber(volume).map(JSONValue.number)
            return .object(members)
        }
    }

    private init(name: String) { self = name == "default" ? .default : .file(name) }
}
