/// A writer of log messages with interpolated values; on Linux they go to standard error.
///
/// Texts and objects are shown as `<private>` unless the interpolation says `privacy: .public`, as on a phone without
/// a debugger. The environment variable `PHONE_LOG_PRIVATE_DATA=YES` shows them; `OS_ACTIVITY_MODE=disable` writes
/// nothing, as in Xcode.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger for the default log.
    public init() { self.init(.default) }

    /// Creates a logger for a subsystem and a category.
    public init(subsystem: String, category: String) {
        self.init(OSLog(subsystem: subsystem, category: category))
    }

    /// Creates a logger for a log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes a message of the default level.
    public func log(_ message: @autoclosure () -> OSLogMessage) { write(.default, message) }

    /// Writes a message.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { write(level, message) }

    /// Writes a message of the level `debug`.
    public func trace(_ message: @autoclosure () -> OSLogMessage) { write(.debug, message) }

    /// Writes a message of the level `debug`.
    public func debug(_ message: @autoclosure () -> OSLogMessage) { write(.debug, message) }

    /// Writes a message of the level `info`.
    public func info(_ message: @autoclosure () -> OSLogMessage) { write(.info, message) }

    /// Writes a message of the default level.
    public func notice(_ message: @autoclosure () -> OSLogMessage) { write(.default, message) }

    /// Writes a message of the level `error`.
    public func warning(_ message: @autoclosure () -> OSLogMessage) { write(.error, message) }

    /// Writes a message of the level `error`.
    public func error(_ message: @autoclosure () -> OSLogMessage) { write(.error, message) }

    /// Writes a message of the level `fault`.
    public func critical(_ message: @autoclosure () -> OSLogMessage) { write(.fault, message) }

    /// Writes a message of the level `fault`.
    public func fault(_ message: @autoclosure () -> OSLogMessage) { write(.fault, message) }

    private func write(_ level: OSLogType, _ message: () -> OSLogMessage) {
        guard log.isEnabled(type: level) else { return }
        LogOutput.write(message().text, level, log)
    }
}
