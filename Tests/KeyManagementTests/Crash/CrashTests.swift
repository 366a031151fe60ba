import Foundation
import KeyManagement
import StrictJSON
import TestSupport
import Testing

/// A change of a keyring happens at one system call.
///
/// Before it every reader finds the keyring as it was, after it as it is to be. The export and the log may lack the change, and never have one that has not happened.
@Suite("A change of a keyring that is interrupted")
struct CrashTests {
    private static let python = Command.find("python3")
    private static let canRun = python != nil && access(Command.built("sealedpush"), X_OK) == 0

    @Test(
        "a change that is killed at any system call leaves a keyring in one state",
        .enabled(if: canRun, "python3 or the built command line tool is not here"),
        arguments: CrashCase.all)
    func killed(crash: CrashCase) async throws {
        try await withRuns(of: crash, "KILL") { runs, before in
            var happened: [Bool] = []
            for run in runs {
                #expect(run.end == (run.number == runs.count ? "0" : "killed"))
                happened.append(try check(run, crash, before: before))
            }
            // It writes at least a file and its log: fewer calls would show a broken count.
            #expect(happened.count > 10)
            #expect(happened.first == false && happened.last == true)
            #expect(happened == happened.sorted { !$0 && $1 }, "the change was taken back")
        }
    }

    @Test(
        "a failing system call leaves a keyring in one state, and an error says which",
        .enabled(if: canRun, "python3 or the built command line tool is not here"),
        arguments: CrashCase.all.filter { crash in
            // All commands write by the same code, so one role and three of them are enough.
            crash.role == .provider && ["generate", "import", "rotate"].contains { crash.command.hasPrefix($0) }
        })
    func failed(crash: CrashCase) async throws {
        try await withRuns(of: crash, "ENOSPC") { runs, before in
            var failures = 0
            for run in runs {
                let happened = try check(run, crash, before: before)
                failures += run.end == "0" ? 0 : 1
                // What failed left everything as it was, or says that it did not.
                let isTold = run.errors.contains("the change was made") || run.errors.contains("standard output")
                #expect(run.end == "0" || run.end == "1", "run \(run.number)")
                #expect(happened == (run.end == "0" || isTold), "run \(run.number): \(run.errors)")
            }
            #expect(failures > 10 && failures < runs.count)
        }
    }

    // MARK: -

    /// A run of the command with which one call of the system was interfered.
    private struct Run {
        let number: Int
        let end: String
        let errors: String
        let directory: KeyDirectory
    }

    private func withRuns(of crash: CrashCase, _ how: String, _ body: ([Run], [Key]) throws -> Void) async throws {
        // In memory, where the thousands of calls that synchronize files take no time.
        let folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
        let root = folder.path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let template = opened("\(root)/template")
        try FileManager.default.createDirectory(
            atPath: template.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try folder.write(crash.prepare(template), to: "input")
        let wasProtected = (try? template.keyring("k"))?.isProtected == true
        #expect(wasProtected == crash.removesProtection)
        let before = (try? template.keyring("k"))?.keys ?? []
        var command = crash.command.replacing("{input}", with: "\(root)/input")
        if let key = before.first { command = command.replacing("{id}", with: key.id.description) }

        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Crash/kill_at_every_syscall.py").path
        let result = try await Command(
            try #require(Self.python),
            [script, how, template.path, "\(root)/runs", "--", Command.built("sealedpush"), "keys"]
                + command.split(separator: " ").map(String.init) + ["--keys", "{}"]
        ).run(limit: .seconds(3600))
        guard result.exitCode != 77 else {
            return withKnownIssue("skipped: this system does not allow ptrace") { Issue.record("no ptrace") }
        }
        try #require(result.exitCode == 0, "\(String(decoding: result.errors, as: UTF8.self))")
        let ends = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let runs = try ends.enumerated().map { index, end in
            let path = "\(root)/runs/\(index + 1)"
            return Run(
                number: index + 1, end: end, errors: try String(contentsOfFile: "\(path).errors", encoding: .utf8),
                directory: opened(path))
        }
        try body(runs, before)
    }

    /// The keyrings of a folder, also protected ones.
    private func opened(_ path: String) -> KeyDirectory {
        KeyDirectory(path, passphrase: .closure { _ in try CrashCase.passphrase() })
    }

    /// Checks what a run left; returns whether the change has happened.
    private func check(_ run: Run, _ crash: CrashCase, before: [Key]) throws -> Bool {
        let directory = run.directory
        let place = Comment(rawValue: "run \(run.number)")
        let published = files(directory).contains("k.pub.jwks") ? try export(in: directory).keys : []
        guard let keyring = try? directory.keyring("k") else {
            // Nothing was made: no half is there, and the name can be taken.
            #expect(before.isEmpty, place)
            #expect(published.isEmpty, place)
            expectError(.notFound) { try directory.publicKeyring("k") }
            expectError(.notFound) { try directory.change("k") { _ in } }
            try directory.generate("k", role: crash.role)
            checkFinished(directory, logged: [states(try directory.keyring("k"))], place)
            return false
        }
        let happened =
            before.isEmpty || (crash.removesProtection ? !keyring.isProtected : states(keyring) != states(before))
        #expect(keyring.isProtected == (crash.removesProtection && !happened), place)
        #expect(!happened || crash.isChanged(before, keyring.keys), place)
        // No public key is handed out whose secret is not there.
        #expect(Set(published.map(\.thumbprint)).isSubset(of: keyring.keys.map(\.thumbprint)), place)
        if crash.role != .shared {
            #expect(states(try directory.publicKeyring("k")) == states(keyring).withoutSecrets, place)
        }
        // The next change writes the export, and clears away what is left.
        try directory.change("k") { _ in }
        #expect(states(try directory.keyring("k")) == states(keyring), place)
        let isComplete = run.end == "0" || !happened
        checkFinished(
            directory, logged: [states(keyring)] + (isComplete ? [] : [states(before)]), place)
        return happened
    }

    /// Checks that the file, the export and the log agree, and that nothing else is there.
    private func checkFinished(_ directory: KeyDirectory, logged: [[String: LoggedState]], _ place: Comment) {
        do {
            let keyring = try directory.keyring("k")
            var expected = [".lock", "k.log"]
            if keyring.holdsSecrets { expected.append("k.jwks") }
            if keyring.role != .shared {
                expected.append("k.pub.jwks")
                #expect(
                    states(try export(in: directory)) == states(keyring).withoutSecrets, place)
            }
            #expect(files(directory) == expected.sorted(), place)
            #expect(try logged.contains(self.logged(directory)), place)
        } catch {
            Issue.record("\(error), \(place)")
        }
    }

    private func files(_ directory: KeyDirectory) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return files.filter { !$0.hasPrefix("bank.") }.sorted()
    }

    private func export(in directory: KeyDirectory) throws -> Keyring {
        let text = try Data(contentsOf: URL(filePath: "\(directory.path)/k.pub.jwks"))
        return try Keyring(publicJWKSet: Array(text), name: "k")
    }

    /// What the lines of a log, one after another, make of an empty keyring.
    private func logged(_ directory: KeyDirectory) throws -> [String: LoggedState] {
        let text = try String(contentsOfFile: "\(directory.path)/k.log", encoding: .utf8)
        let isPair = try directory.keyring("k").role != .shared
        let isSecret = try directory.keyring("k").isSecret
        var keys: [String: LoggedState] = [:]
        for line in text.split(separator: "\n") {
            let event = try #require(try JSONValue(parsing: Array(line.utf8)).objectValue)
            let key = try #require(event["key"]?.stringValue)
            switch event["action"]?.stringValue {
            case "add": keys[key] = LoggedState(state: .pending, isSecret: isSecret)
            case "activate": keys[key]?.state = .active
            case "retire": keys[key]?.state = .retiring(until: Date(try #require(event["until"]?.numberValue?.int)))
            case "revoke": keys[key]?.state = .revoked
            case "erase": if isPair { keys[key]?.isSecret = false } else { keys[key] = nil }
            default: Issue.record("unknown action in \(line)")
            }
        }
        return keys
    }
}

/// What a log knows of a key.
private struct LoggedState: Equatable {
    var state: KeyState
    var isSecret: Bool
}

extension [String: LoggedState] {
    fileprivate var withoutSecrets: Self { mapValues { LoggedState(state: $0.state, isSecret: false) } }
}

private func states(_ keyring: Keyring) -> [String: LoggedState] { states(keyring.keys) }

private func states(_ keys: [Key]) -> [String: LoggedState] {
    Dictionary(
        keys.map { ($0.thumbprint.description, LoggedState(state: $0.state, isSecret: $0.isSecret)) },
        uniquingKeysWith: { first, _ in first })
}
