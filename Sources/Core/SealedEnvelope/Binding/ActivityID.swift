import CryptoPrimitives
public import PushPayload
public import StrictJSON

/// The id of a Live Activity, which its sealed attributes and each of its sealed states hold (wire format §4.3).
///
/// A state of another activity of the same phone opens with the same keys; the id tells it apart.
public struct ActivityID: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Makes a new id, 16 random bytes.
    public init() { bytes = Randomness.system.bytes(count: 16) }

    /// Parses an id, 22 characters of base64url; nil for any other text.
    public init?(_ text: String) {
        guard let bytes = EnvelopeText.decode(text), bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// The 22 characters of base64url.
    public var description: String { EnvelopeText.encode(bytes) }

    /// Reads the id in the attributes or in a state, the member `activity` of `sealedpush`; nil without a valid one.
    public init?(in content: JSONObject) {
        self.init(content["sealedpush"]?.objectValue?["activity"]?.stringValue ?? "")
    }
}

extension Payload {
    /// Writes the id of an activity into the content state and, of a start, into the attributes, where it is sealed.
    public mutating func name(activity: ActivityID) {
        let life: JSONValue = ["activity": .string(activity.description)]
        aps.contentState?["sealedpush"] = life
        aps.attributes?["sealedpush"] = life
    }
}
