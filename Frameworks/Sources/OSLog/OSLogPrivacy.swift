/// The rule for showing an interpolated value in a log message.
public struct OSLogPrivacy: Sendable {
    /// The replacement for a value that is not shown.
    public enum Mask: Sendable {
        /// A hash of the value, which is equal for equal values of one process.
        case hash
        /// The word `<private>`.
        case none
    }

    enum Level: Sendable { case automatic, `public`, `private` }

    let level: Level
    let mask: Mask

    /// Shows numbers and truth values, and hides texts and objects.
    public static var auto: Self { auto(mask: .none) }
    /// Shows the value.
    public static var `public`: Self { Self(level: .public, mask: .none) }
    /// Hides the value.
    public static var `private`: Self { `private`(mask: .none) }
    /// Hides the value.
    public static var sensitive: Self { sensitive(mask: .none) }

    /// Shows numbers and truth values, and replaces texts and objects.
    public static func auto(mask: Mask) -> Self { Self(level: .automatic, mask: mask) }
    /// Replaces the value.
    public static func `private`(mask: Mask) -> Self { Self(level: .private, mask: mask) }
    /// Replaces the value.
    public static func sensitive(mask: Mask) -> Self { Self(level: .private, mask: mask) }

    /// The text of a value in the output; a scalar is shown with the privacy `auto`.
    func text(of value: String, isScalar: Bool) -> String {
        switch level {
        case .public: return value
        case .automatic where isScalar: return value
        case .automatic, .private: break
        }
        if LogOutput.showsPrivateData { return value }
        switch mask {
        case .none: return "<private>"
        case .hash: return "<mask.hash: '\(String(UInt(bitPattern: value.hashValue), radix: 16))'>"
        }
    }
}
