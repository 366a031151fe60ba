import Foundation

/// Writes a message of the default level.
///
/// - Parameters:
///   - message: a format string in the style of C; `%{public}@` shows a text, `%@` hides it.
///   - log: the log.
///   - type: the level.
///   - args: the values.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    write(type, message, log, args)
}

/// Writes a message.
///
/// - Parameters:
///   - type: the level.
///   - log: the log.
///   - message: a format string in the style of C; `%{public}@` shows a text, `%@` hides it.
///   - args: the values.
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    write(type, message, log, args)
}

/// Writes a message with interpolated values to the default log.
public func os_log(_ message: OSLogMessage) { os_log(.default, log: .default, message) }

/// Writes a message with interpolated values.
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    guard log.isEnabled(type: logLevel) else { return }
    LogOutput.write(message.text, logLevel, log)
}

private func write(_ type: OSLogType, _ message: StaticString, _ log: OSLog, _ arguments: [any CVarArg]) {
    guard log.isEnabled(type: type) else { return }
    LogOutput.write(LogFormat(message.description).text(of: arguments), type, log)
}
