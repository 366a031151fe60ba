import Foundation

/// The lines on standard error.
enum LogOutput {
    /// Whether messages are written; Xcode has the same switch.
    static let isEnabled = ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"] != "disable"

    /// Whether private values are shown.
    ///
    /// On a phone a profile with `Enable-Private-Data` does that.
    static let showsPrivateData = ProcessInfo.processInfo.environment["PHONE_LOG_PRIVATE_DATA"] == "YES"

    static func write(_ message: String, _ level: OSLogType, _ log: OSLog) {
        // An unwritable standard error is no reason to stop an extension.
        try? FileHandle.standardError.write(contentsOf: Data(line(message, level, log, at: Date()).utf8))
    }

    /// A line as in Xcode's console, with the level.
    static func line(_ message: String, _ level: OSLogType, _ log: OSLog, at date: Date) -> String {
        let process = ProcessInfo.processInfo
        let time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let origin = log.subsystem.isEmpty && log.category.isEmpty ? "" : " [\(log.subsystem):\(log.category)]"
        return "\(time) \(process.processName)[\(process.processIdentifier)]\(origin) \(level.name): \(message)\n"
    }
}
