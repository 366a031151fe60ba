import StrictJSON
import TestSupport
import Testing

/// The files that an ended process or a failing call leaves of an output.
@Suite("unfinished files")
struct UnfinishedFileTests {
    private static let canTrace = Command.find("python3") != nil

    @Test(
        "every fatal signal leaves the old file or the new one, and nothing else",
        .enabled(if: canTrace, "python3 is not here"),
        arguments: ["KILL", "PIPE", "XCPU", "USR1", "ALRM", "TERM"], [false, true])
    func signals(name: String, isReplacing: Bool) async throws {
        let runs = try await runs(name, isReplacing: isReplacing)
        guard !runs.isEmpty else { return }
        #expect(runs.dropLast().allSatisfy { $0.end == "killed" } && runs.last?.end == "0")
        // The temporary file has a name while SIGKILL alone takes effect.
        let left = runs.filter { !$0.hasOnlyOutput }
        #expect(name == "KILL" || left.isEmpty, "\(left.map(\.number))")
    }

    @Test(
        "a failing system call leaves the old file or the new one, and nothing else",
        .enabled(if: canTrace, "python3 is not here"),
        arguments: ["ENOSPC", "EOPNOTSUPP"], [false, true])
    func failures(name: String, isReplacing: Bool) async throws {
        let runs = try await runs(name, isReplacing: isReplacing)
        guard !runs.isEmpty else { return }
        #expect(runs.allSatisfy { $0.end == "0" || $0.end == "1" })
        #expect(runs.contains { $0.end == "1" })
        #expect(runs.allSatisfy { $0.hasOnlyOutput })
        // A run that failed has made nothing.
        #expect(runs.allSatisfy { $0.end == "1" || $0.isNew })
        #expect(runs.allSatisfy { $0.end == "0" || !$0.isNew })
    }

    /// A run with which one call of the system was interfered.
    private struct Run {
        let number: Int
        let end: String
        /// Whether nothing is there but the input and the output.
        let hasOnlyOutput: Bool
        /// Whether the output is the new one.
        let isNew: Bool
    }

    private func runs(_ how: String, isReplacing: Bool) async throws -> [Run] {
        let folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        let run = try await folder.run(
            """
            set -e
            mkdir template runs; mv keys payment.json template
            \(isReplacing ? "echo old > template/out.json" : "")
            python3 \(Tool.project)/Tests/Crash/kill_at_every_syscall.py \(how) $PWD/template $PWD/runs -- \
            \(Tool.folder)/sealedpush seal --to phone --keys {}/keys {}/payment.json -o {}/out.json
            """)
        guard run.exitCode != 77 else {
            withKnownIssue("skipped: this system does not allow ptrace") { Issue.record("no ptrace") }
            return []
        }
        try #require(run.exitCode == 0, "\(run.errors)")
        let ends = run.output.split(separator: "\n").map(String.init)
        #expect(ends.count > 3)
        var runs: [Run] = []
        for (index, end) in ends.enumerated() {
            let place = "runs/\(index + 1)"
            let files = try await folder.run("ls -A \(place)").output.split(separator: "\n").map(String.init)
            var isNew = false
            if files.contains("out.json"), try folder.text("\(place)/out.json") != "old\n" {
                // Whole, as it is JSON.
                isNew = try JSONValue(parsing: folder.read("\(place)/out.json")).objectValue?["sealed"] != nil
                #expect(isNew)
            }
            #expect(isNew || files.contains("out.json") == isReplacing)
            runs.append(
                Run(
                    number: index + 1, end: end,
                    hasOnlyOutput: Set(files).isSubset(of: ["keys", "payment.json", "out.json"]), isNew: isNew))
        }
        return runs
    }
}
