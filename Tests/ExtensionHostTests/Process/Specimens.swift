import ExtensionHost
import Foundation
import Glibc
import PhoneState
import PushPayload
import StrictJSON
import TestSupport

/// The executable of Tests/ExtensionSpecimen, which lies beside the tests.
enum Specimens {
    static let executable = Command.built("ExtensionSpecimen")

    /// The limits as they are; under a sanitizer the process may have as much memory as that one takes for itself.
    static let limits: ProcessLimits = {
        var limits = ProcessLimits()
        if dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil {
            (limits.memory, limits.memoryWall) = (4 << 30, 1 << 50)
        }
        return limits
    }()

    /// A host whose extension does what the push says.
    static func host(
        phone: Phone? = nil, _ change: (inout ProcessLimits) -> Void = { _ in }
    ) -> ExtensionProcessHost {
        var limits = limits
        change(&limits)
        return ExtensionProcessHost(executable: executable, phone: phone, policy: .onBusyMachine, limits: limits)
    }

    /// A host on a clock that the test turns.
    static func host(clock: ManualClock) -> ExtensionProcessHost {
        ExtensionProcessHost(executable: executable, limits: limits, clock: clock)
    }

    /// Delivers a push, and lets its time and its grace pass once it has come to a step.
    static func overrun(_ order: String, after step: ExtensionRun.Step) async -> (Delivery, ExtensionProcessHost) {
        let clock = ManualClock()
        let host = host(clock: clock)
        let run = await host.start(push(order))
        await run.reached(step)
        clock.advance(by: host.policy.timeLimit)
        if step != .answered {
            // Of an extension that returns, both methods have returned when the grace ends.
            if step == .returned { await run.reached(.expiryReturned) }
            _ = await clock.nextDeadline()
            clock.advance(by: host.policy.grace)
        }
        return (await run.delivery, host)
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
