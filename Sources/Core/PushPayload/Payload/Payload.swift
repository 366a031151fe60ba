public import StrictJSON

/// The payload that a provider sends to an app: a JSON object with Apple's `aps` dictionary and the app's own members.
///
/// The typed accessors are views of `root`. Unknown members, and values of an unexpected type, stay unchanged.
public struct Payload: Sendable, Hashable {
    /// The exact JSON object.
    public var root: JSONObject

    /// Creates a payload from an object.
    public init(_ root: JSONObject) { self.root = root }

    /// Parses a payload; throws `JSONError`, and `PayloadError` with `notAnObject` if its root is not an object.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws {
        let value = try JSONValue(parsing: bytes, limits: limits)
        guard let root = value.objectValue else {
            throw PayloadError(.notAnObject, "expected an object as the root of a payload, found \(value.kind)")
        }
        self.root = root
    }

    /// Creates a payload that shows an alert.
    public init(alert: Alert) { root = ["aps": ["alert": alert.json]] }

    /// Apple's dictionary; an `aps` that is not an object reads as empty, and writing an empty one over it changes nothing.
    public var aps: APS {
        get { APS(root["aps"]?.objectValue ?? [:]) }
        set {
            if newValue.members.isEmpty, root["aps"]?.objectValue == nil { return }
            root["aps"] = .object(newValue.members)
        }
    }

    /// A member of the root, next to `aps`.
    public subscript(name: String) -> JSONValue? {
        get { root[name] }
        set { root[name] = newValue }
    }

    /// The shortest JSON of the payload, as it is posted to APNs.
    public func serialized() -> [UInt8] { root.serialized() }

    /// The exact number of bytes of `serialized()`.
    public var serializedByteCount: Int { root.serialized().count }
}

/// Payloads that the system reads, such as background and widget pushes.
extension Payload {
    /// Creates a payload that wakes the app without showing anything (Apple, Pushing background updates to your app).
    ///
    /// The members of `custom` are added next to `aps`; a member named `aps` in it is ignored.
    public static func background(custom: JSONObject = [:]) -> Payload {
        Payload(aps: ["content-available": 1], custom: custom)
    }

    /// Creates the payload that reloads widgets (Apple, Updating widgets with WidgetKit push notifications).
    ///
    /// A control is reloaded by the same payload with another push type (Apple, Updating controls locally and remotely).
    public static func widgets(custom: JSONObject = [:]) -> Payload {
        Payload(aps: ["content-changed": true], custom: custom)
    }

    /// Creates the payload for a File Provider extension (Apple, Using push notifications to signal changes).
    public static func fileProvider(containerIdentifier: String, domain: String) -> Payload {
        Payload(["container-identifier": .string(containerIdentifier), "domain": .string(domain)])
    }

    /// Creates the payload that tells a managed device to contact its server; it contains only the PushMagic.
    public static func mdm(pushMagic: String) -> Payload { Payload(["mdm": .string(pushMagic)]) }

    init(aps: JSONObject, custom: JSONObject = [:]) {
        root = ["aps": .object(aps)]
        for member in custom where member.name != "aps" { root[member.name.string] = member.value }
    }
}
