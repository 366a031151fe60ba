public import StrictJSON

/// What a notification plays (Apple, Generating a remote notification, tables 1 and 3).
public enum Sound: Sendable, Hashable {
    /// The system's sound, `"default"`.
    case `default`

    /// A file in the app's main bundle or in `Library/Sounds`.
    case file(String)

    /// A critical alert, which sounds in spite of the mute switch; the volume goes from 0 (silent) to 1 (full).
    ///
    /// Needs Apple's entitlement for critical alerts.
    case critical(name: String = "default", volume: Double = 1)

    /// Views a string, or an object with `critical`, `name` and `volume`, as a sound; nil for any other value.
    ///
    /// A name that is absent reads as `default`, and an absent volume as 1.
    public init?(json: JSONValue) {
        switch json {
        case .string(let name):
            self.init(name: name)
        case .object(let members):
            guard let name = (members["name"] ?? "default").stringValue,
                let volume = (members["volume"] ?? 1).numberValue?.double
            else { return nil }
            if members.flag("critical") {
                self = .critical(name: name, volume: volume)
            } else {
                self.init(name: name)
            }
        case .null, .bool, .number, .array:
            return nil
        }
    }

    /// The sound as it stands in `aps`; a volume that is no finite number is left out.
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

    private init(name: String) {
        self = name == "default" ? .default : .file(name)
    }
}
