import Foundation
import PushPayload
import ServiceExtension
import StrictJSON

/// The executable of Tests/ExtensionSpecimen, which lies beside the tests.
enum Specimens {
    static let executable: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "ExtensionSpecimen").path
    }()

    /// A host whose extension does what the push says.
    static func host(
        timeLimit: Duration = .seconds(20),
        grace: Duration = .seconds(5),
        _ change: (inout ProcessLimits) -> Void = { _ in }
    ) -> ExtensionProcessHost {
        var policy = SystemPolicy()
        policy.timeLimit = timeLimit
        policy.grace = grace
        var limits = ProcessLimits()
        change(&limits)
        return ExtensionProcessHost(executable: executable, policy: policy, limits: limits)
    }

    /// A push that tells the extension what to do.
    static func push(_ order: String, number: Int = 0) -> Payload {
        Payload([
            "aps": ["alert": ["title": "New activity", "body": "Push \(number)"], "mutable-content": 1],
            "do": .string(order),
        ])
    }

    /// Whether a process is there, as a zombie too.
    static func exists(_ pid: Int32) -> Bool { FileManager.default.fileExists(atPath: "/proc/\(pid)") }
}
