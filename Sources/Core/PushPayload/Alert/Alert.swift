public import StrictJSON

/// The texts of a notification (Apple, Generating a remote notification, table 2), in the text or the dictionary form.
///
/// Writing any property except the body converts the text form into the dictionary form.
public struct Alert: Sendable, Hashable {
    /// The JSON value of `alert` in `aps`: a string, which is the body, or an object.
    public private(set) var json: JSONValue

    /// Creates a view of a string or an object; nil for any other value.
    public init?(json: JSONValue) {
        switch json {
        case .string, .object: self.json = json
        case .null, .bool, .number, .array: return nil
        }
    }

    /// Creates an alert in the dictionary form from the given texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        json = .object([:])
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Creates an alert in the text form, which has only a body.
    public init(text: String) { json = .string(text) }

    /// The members of the dictionary form; the text form reads as a dictionary with a body.
    public var members: JSONObject {
        get {
            if case .object(let members) = json { return members }
            return ["body": json]
        }
        set {
            if newValue != members { json = .object(newValue) }
        }
    }

    /// The first line.
    public var title: String? {
        get { members[string: "title"] }
        set { members[string: "title"] = newValue }
    }

    /// The second line.
    public var subtitle: String? {
        get { members[string: "subtitle"] }
        set { members[string: "subtitle"] = newValue }
    }

    /// The text.
    public var body: String? {
        get { members[string: "body"] }
        set {
            if case .string = json, let newValue {
                json = .string(newValue)
            } else {
                members[string: "body"] = newValue
            }
        }
    }

    /// The launch image or storyboard, with or without its file extension; `launch-image`.
    public var launchImage: String? {
        get { members[string: "launch-image"] }
        set { members[string: "launch-image"] = newValue }
    }

    /// Whether the alert has a text or a localization key, so that the system shows it.
    package var hasText: Bool {
        ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
            .contains { members[string: $0]?.isEmpty == false }
    }

    /// The sound of a Live Activity's alert; for other pushes the sound belongs to `aps`.
    public var sound: Sound? {
        get { members[sound: "sound"] }
        set { members[sound: "sound"] = newValue }
    }
}
