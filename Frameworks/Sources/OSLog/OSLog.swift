public import Foundation

/// A destination of log messages: a subsystem and a category.
public final class OSLog: NSObject, Sendable {
    /// The subsystem, by convention the bundle identifier; empty for the default log.
    let subsystem: String
    /// The category within the subsystem; empty for the default log.
    let category: String
    /// Whether messages are written.
    private let isEnabled: Bool

    private init(subsystem: String, category: String, isEnabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isEnabled = isEnabled
    }

    /// Creates a log for a subsystem and a category.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
    }

    /// Creates a log for a subsystem and a category of the system.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue, isEnabled: true)
    }

    /// The log without a subsystem.
    public static let `default` = OSLog(subsystem: "", category: "", isEnabled: true)
    /// The log that writes nothing.
    public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)

    /// Returns whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { isEnabled && LogOutput.isEnabled }

    /// A category that the system's tools know.
    public struct Category: Hashable, Sendable {
        /// The name of the category.
        public let rawValue: String

        /// Points of interest.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    }
}
