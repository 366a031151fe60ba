public import Platform

/// The state of a key in its life.
public enum KeyState: Sendable, Hashable {
    /// Made, but not yet in use for sealing; it opens and verifies already.
    case pending
    /// In use.
    case active
    /// Replaced: it opens and verifies until a time.
    case retiring(until: Date)
    /// Refused, and said so.
    case revoked

    /// The name in a key file.
    package var name: String {
        switch self {
        case .pending: "pending"
        case .active: "active"
        case .retiring: "retiring"
        case .revoked: "revoked"
        }
    }

    /// The seconds for which a retiring key opens, and a message, after its end: clocks differ (wire format §5).
    package static let pastSkew: UInt32 = 60

    /// Whether a key in this state opens or verifies at a time.
    package func isUsable(at now: Date) -> Bool {
        switch self {
        case .pending, .active: true
        case .retiring(let until): now - Double(Self.pastSkew) <= until
        case .revoked: false
        }
    }
}
