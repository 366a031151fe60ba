import StrictJSON

/// The use that an envelope is sealed for, part of its binding (wire format §2).
///
/// For a push it is the push type. On another transport it is a text that both halves agree on, at most 65,535 bytes of
/// UTF-8. An envelope of one purpose does not open under another.
public struct Purpose: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text that is bound.
    public let rawValue: String

    /// Creates a purpose from any text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a purpose from a literal, such as `"fcm"`.
    public init(stringLiteral value: String) { rawValue = value }

    /// The `content-state` of a Live Activity.
    public static let contentState: Purpose = "liveactivity/content-state"
    /// The `attributes` of a Live Activity start.
    public static let attributes: Purpose = "liveactivity/attributes"

    /// Compares the texts by their UTF-8 bytes.
    public static func == (left: Purpose, right: Purpose) -> Bool {
        UTF8Text(left.rawValue) == UTF8Text(right.rawValue)
    }

    /// Hashes the UTF-8 bytes.
    public func hash(into hasher: inout Hasher) { UTF8Text(rawValue).hash(into: &hasher) }
}
