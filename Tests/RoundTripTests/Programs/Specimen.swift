import Conformance
import Foundation
import PushPayload
import RoundTrip
import SealedEnvelope
import Synchronization
import TestSupport

/// The program of Tests/HarnessSpecimen, which lies beside the tests, and the processes that it was started as.
final class Specimen: Sendable {
    private let command: String
    /// The file to which each process appends its id.
    private let file: String

    /// Takes a case of `Fault` in Tests/HarnessSpecimen, or `sound`.
    init(_ fault: String = "sound") {
        let executable = Command.built("HarnessSpecimen")
        file = FileManager.default.temporaryDirectory.appending(path: "specimen-\(UUID().uuidString)").path
        command = "'\(executable)' \(fault) '\(file)'"
    }

    deinit {
        for path in [file, file + ".proceed"] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Lets a program go on that waits with its fault for the test.
    func proceed() { _ = FileManager.default.createFile(atPath: file + ".proceed", contents: nil) }

    /// The ids of the processes that were started, and of those that they started.
    var processes: [Int32] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Int32($0) }
    }

    /// Waits until none of the processes runs, and those that this process started are reaped.
    func ended() async throws {
        try await until("every process of the program has ended, and is reaped") {
            processes.allSatisfy { !Self.runs($0) } && zombies.isEmpty
        }
    }

    /// The children of this process that were not reaped.
    private var zombies: [Int32] { processes.filter { Self.fields($0)?.dropFirst().first == "\(getpid())" } }

    private static func runs(_ pid: Int32) -> Bool { fields(pid).map { $0.first != "Z" } ?? false }

    /// The state of a process, its parent and so on (proc_pid_stat(5)).
    private static func fields(_ pid: Int32) -> [Substring]? {
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return text?.split(separator: ")").last?.split(separator: " ")
    }

    /// Returns the program in a place, with a time limit of ten minutes.
    ///
    /// Once a process hangs, which it says by writing its id again, each look at the clock advances it by a minute.
    func program(_ half: HalfProgram.Half) -> HalfProgram {
        let minutes = Mutex(0)
        return HalfProgram(half, command, timeLimit: .seconds(600)) { [self] in
            let processes = processes
            let minutes = minutes.withLock { minutes in
                if Set(processes).count < processes.count { minutes += 1 }
                return minutes
            }
            return .now + .seconds(60 * minutes)
        }
    }

    /// A harness with the program in a place, for one law, suite and padding unless changed.
    func harness(as half: Place, laws: [Law] = [.restoredExactly]) async throws -> RoundTrip {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.topic = "com.example.bank"
        harness.audience = "account 1"
        harness.laws = laws
        harness.suites = [.hpkeAuth]
        harness.paddings = [.standard]
        harness.samples = 4
        harness.implementation = await .programs(
            sealer: half == .opener ? nil : program(.sealer), opener: half == .sealer ? nil : program(.opener))
        return harness
    }

    enum Place: String, CaseIterable { case sealer, opener, both }
}
