public import StrictJSON

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
    /// A control is reloaded by the same payload; only the header `apns-push-type` differs.
    public static func widgets(custom: JSONObject = [:]) -> Payload {
        Payload(aps: ["content-changed": true], custom: custom)
    }

    /// Creates the payload that reloads controls (Apple, Updating controls locally and remotely); from iOS 18.
    public static func controls(custom: JSONObject = [:]) -> Payload {
        widgets(custom: custom)
    }

    /// Creates the payload that signals changes to a File Provider extension (Apple, Using push notifications to signal
    /// changes).
    public static func fileProvider(containerIdentifier: String, domain: String) -> Payload {
        Payload(["container-identifier": .string(containerIdentifier), "domain": .string(domain)])
    }

    /// Creates the payload that tells a managed device to contact its server; it contains only the PushMagic.
    public static func mdm(pushMagic: String) -> Payload {
        Payload(["mdm": .string(pushMagic)])
    }

    /// The changed container, `container-identifier`, of a File Provider push.
    public var containerIdentifier: String? {
        get { root.string("container-identifier") }
        set { root.setString("container-identifier", newValue) }
    }

    /// The File Provider domain of the change, `domain`.
    public var domain: String? {
        get { root.string("domain") }
        set { root.setString("domain", newValue) }
    }

    /// The PushMagic of a managed device, `mdm`.
    public var pushMagic: String? {
        get { root.string("mdm") }
        set { root.setString("mdm", newValue) }
    }

    /// Adds custom members next to a dictionary of Apple's.
    init(aps: JSONObject, custom: JSONObject) {
        root = ["aps": .object(aps)]
        for member in custom where member.name != "aps" { root[member.name] = member.value }
    }
}
