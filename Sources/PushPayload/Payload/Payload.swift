public import StrictJSON

/// What a provider means an app to get: a JSON object with Apple's `aps` dictionary and the app's own members beside it.
///
/// The typed accessors are views over `root`. What they do not know, and values of another type than they expect, stay
/// in the payload as they were.
public struct Payload: Sendable, Hashable {
    /// The exact JSON object.
    public var root: JSONObject

    /// Takes an object as a payload.
    public init(_ root: JSONObject) {
        self.root = root
    }

    /// Reads a payload from JSON; throws `JSONError` when the text is no strict JSON, and `PayloadError` with
    /// `notAnObject` when its root is no object.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws {
        let value = try JSONValue(parsing: bytes, limits: limits)
        guard let root = value.objectValue else {
            throw PayloadError(.notAnObject, "the root of a payload is an object, found \(value.kind)")
        }
        self.root = root
    }

    /// Makes a payload that shows an alert.
    public init(alert: Alert) {
        root = ["aps": ["alert": alert.json]]
    }

    /// Apple's dictionary.
    ///
    /// An absent `aps`, or one that is no object, reads as empty; writing an empty one over it changes nothing.
    public var aps: APS {
        get {
            APS(root["aps"]?.objectValue ?? [:])
        }
        set {
            if newValue.members.isEmpty, root["aps"]?.objectValue == nil { return }
            root["aps"] = .object(newValue.members)
        }
    }

    /// A member of the root, as a peer of `aps`.
    public subscript(name: String) -> JSONValue? {
        get { root[name] }
        set { root[name] = newValue }
    }

    /// The shortest JSON of the payload, as it would be posted to APNs.
    public func serialized() -> [UInt8] {
        root.serialized()
    }

    /// The exact number of bytes of `serialized()`.
    public var serializedByteCount: Int {
        root.serializedByteCount
    }
}
