import StrictJSON

/// The kind of a push, the header `apns-push-type` (Apple, Sending notification requests to APNs).
///
/// The type is open, since Apple adds kinds: a name without a constant here has no suffix and the common limit.
public struct PushType: RawRepresentable, Sendable, Hashable {
    /// The value of the header.
    public let rawValue: String

    /// Creates a push type with any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Shows an alert, plays a sound or sets the badge.
    public static let alert = PushType(rawValue: "alert")
    /// Wakes the app without showing anything.
    public static let background = PushType(rawValue: "background")
    /// Updates a watchOS complication.
    public static let complication = PushType(rawValue: "complication")
    /// Reloads controls; from iOS 18.
    public static let controls = PushType(rawValue: "controls")
    /// Signals changes to a File Provider extension.
    public static let fileprovider = PushType(rawValue: "fileprovider")
    /// Starts, updates or ends a Live Activity.
    public static let liveactivity = PushType(rawValue: "liveactivity")
    /// Asks for the user's location.
    public static let location = PushType(rawValue: "location")
    /// Tells a managed device to contact its server.
    public static let mdm = PushType(rawValue: "mdm")
    /// Announces a Push to Talk event.
    public static let pushtotalk = PushType(rawValue: "pushtotalk")
    /// Announces an incoming call.
    public static let voip = PushType(rawValue: "voip")
    /// Reloads widgets.
    public static let widgets = PushType(rawValue: "widgets")

    /// The kinds that Apple documents.
    public static let documented: [PushType] = [
        .alert, .background, .complication, .controls, .fileprovider, .liveactivity, .location, .mdm, .pushtotalk,
        .voip, .widgets,
    ]

    /// The maximum size that APNs accepts, in bytes of JSON: 5,120 for VoIP, 4,096 for the others.
    public var maximumByteCount: Int { self == .voip ? 5_120 : 4_096 }

    /// The suffix of the bundle id in the header `apns-topic`; empty for none.
    ///
    /// The topic of `mdm` is not a bundle id but the UID of the certificate's subject.
    public var topicSuffix: String {
        switch self {
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        default: ""
        }
    }

    /// Whether the system shows an alert by itself, so that a sealed push needs a placeholder.
    package var showsPlaceholder: Bool { self == .alert }

    /// The members that the system reads, which must stay visible when the whole payload is sealed.
    ///
    /// Alerts have none, since the service extension replaces them; Live Activities, since only the app's own objects are sealed.
    public var readBySystem: [PayloadPath] {
        switch self {
        case .widgets, .controls: ["aps"]
        case .fileprovider: ["container-identifier", "domain"]
        case .mdm: ["mdm"]
        default: []
        }
    }

    /// Compares the names by their UTF-8 bytes.
    public static func == (left: PushType, right: PushType) -> Bool {
        UTF8Text(left.rawValue) == UTF8Text(right.rawValue)
    }

    /// Hashes the UTF-8 bytes that `==` compares.
    public func hash(into hasher: inout Hasher) { UTF8Text(rawValue).hash(into: &hasher) }
}

extension PushType {
    /// Returns the push type that a payload determines, or nil if several types fit: a VoIP push may have any content,
    /// and the pushes for widgets and controls are the same.
    public static func derived(from payload: Payload) -> PushType? {
        guard let aps = payload.root["aps"] else {
            if payload["mdm"]?.stringValue != nil { return .mdm }
            let names = ["container-identifier", "domain"]
            return names.allSatisfy { payload[$0]?.stringValue != nil } ? .fileprovider : nil
        }
        guard let members = aps.objectValue else { return nil }
        let typed = APS(members)
        if typed.event != nil || typed.contentState != nil { return .liveactivity }
        if members.contains("content-changed") { return nil }
        if members.contains("alert") || members.contains("badge") || members.contains("sound") { return .alert }
        return typed.contentAvailable ? .background : nil
    }

    /// Whether a push of this type may have content from which another type is derived; some accept any content.
    package func accepts(contentOf told: PushType) -> Bool {
        switch self {
        case told, .complication, .location, .pushtotalk, .voip: true
        default: !PushType.documented.contains(self)
        }
    }
}
