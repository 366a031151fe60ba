import Foundation

/// Returns the number of bytes that are available on the machine; 0 if that is not known.
///
/// On a phone it is what the process may still take, and of the module `os`. Here a process is not told its host's limit.
public func os_proc_available_memory() -> Int {
    let lines = FileManager.default.contents(atPath: "/proc/meminfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let available = lines.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kibibytes = available?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return kibibytes.multipliedReportingOverflow(by: 1024).partialValue
}
