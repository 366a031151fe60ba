/// The level of a log message.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number of the level.
    public let rawValue: UInt8

    /// Creates a level from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a level from its number.
    public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

    /// The default level, also of `Logger.notice(_:)`.
    public static let `default` = Self(0)
    /// Information that is useful while a problem is examined.
    public static let info = Self(1)
    /// Information for developers.
    public static let debug = Self(2)
    /// An error of the process.
    public static let error = Self(16)
    /// An error of the system or of several processes.
    public static let fault = Self(17)

    /// The word for the level in the output.
    var name: String {
        switch self {
        case .default: "default"
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "level \(rawValue)"
        }
    }
}
