import Foundation
import KeyManagement
import Testing

/// A test in a text file: commands and their results, in the format of testscript (github.com/rogpeppe/go-internal).
///
/// A file has several tests, each with its name in a line that begins with `#`; `Transcripts/README.md` has the commands.
struct Transcript: Sendable, CustomTestStringConvertible {
    struct Line: Sendable {
        let number: Int
        var text: String
    }

    let name: String
    private let path: String
    /// The lines before the first test of the file, and then those of this one.
    private let lines: [Line]
    private let files: [(name: String, text: String)]

    var testDescription: String { "\(fileName): \(name)" }
    private var fileName: String { String(path.split(separator: "/").last ?? "") }

    /// The tests of all files.
    static let all: [Transcript] = {
        let folder = "\(Tool.project)/Tests/CommandLineTests/Transcripts"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().flatMap { parse("\(folder)/\($0)") }
    }()

    private static func parse(_ path: String) -> [Transcript] {
        var tests: [(name: String, lines: [Line])] = [("", [])]
        var files: [(name: String, text: String)] = []
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        for (index, line) in text.components(separatedBy: "\n").dropLast().enumerated() {
            if let match = line.wholeMatch(of: /-- (.+) --/) {
                files.append((String(match.output.1), ""))
            } else if !files.isEmpty {
                files[files.count - 1].text += line + "\n"
            } else if line.hasPrefix("# ") {
                tests.append((String(line.dropFirst(2)), []))
            } else if line.hasPrefix(" "), var last = tests[tests.count - 1].lines.popLast() {
                last.text += "\n" + line
                tests[tests.count - 1].lines.append(last)
            } else if !line.isEmpty, !line.hasPrefix("#") {
                tests[tests.count - 1].lines.append(Line(number: index + 1, text: line))
            }
        }
        return tests.dropFirst().map { test in
            Transcript(name: test.name, path: path, lines: tests[0].lines + test.lines, files: files)
        }
    }

    /// Runs the commands one after another in a new folder; the first that fails ends the test.
    func run() async throws {
        let folder = try await Folder()
        for file in files {
            let url = URL(fileURLWithPath: "\(folder.path)/\(file.name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try folder.write(file.text, to: file.name)
        }
        var last: Run?
        for line in lines {
            if let match = line.text.wholeMatch(of: /\[(!?)(\w+)\] skip/) {
                let condition = String(match.output.2)
                let isMet = try #require(Self.conditions[condition] as Bool?, "no condition \(condition)")
                if isMet == match.output.1.isEmpty { try Test.cancel("\(match.output.0)") }
                continue
            }
            let failure: String?
            if let match = line.text.wholeMatch(of: #/(?s)(?:!(\d*) )?exec (.+)/#) {
                let code = match.output.1.map { Int32($0) ?? 1 } ?? 0
                let ended = try await folder.run(String(match.output.2))
                failure = ended.exitCode == code ? nil : "expected exit code \(code), found \(ended.exitCode)"
                last = ended
            } else {
                let ended = try #require(last, "no exec before line \(line.number)")
                failure = try Self.failure(of: line.text, after: ended, in: folder)
            }
            guard let failure else { continue }
            Issue.record(
                """
                \(fileName):\(line.number): \(line.text)
                \(failure)
                --- standard output
                \(last?.output ?? "")
                --- standard error
                \(last?.errors ?? "")
                """,
                sourceLocation: SourceLocation(
                    fileID: "CommandLineTests/\(fileName)", filePath: path, line: line.number, column: 1))
            return
        }
    }

    /// The conditions for skipping a test, and whether they are met.
    private static let conditions = ["passphrases": Passphrase.isSupported]

    /// The difference between a line and the result of the last `exec`, or nil if there is none.
    private static func failure(of line: String, after run: Run, in folder: Folder) throws -> String? {
        func bytes(_ name: Substring) throws -> [UInt8] {
            switch name {
            case "stdout": run.outputBytes
            case "stderr": Array(run.errors.utf8)
            default: try folder.read(String(name))
            }
        }
        if let match = line.wholeMatch(of: #/(! )?(stdout|stderr) '?(.+?)'?/#) {
            let pattern = try Regex(String(match.output.3)).anchorsMatchLineEndings()
            let text = String(decoding: try bytes(match.output.2), as: UTF8.self)
            let isExpected = match.output.1 == nil
            guard text.contains(pattern) != isExpected else { return nil }
            return isExpected ? "expected a match, found none" : "expected no match, found one"
        }
        if let match = line.wholeMatch(of: #/cmp (\S+) (\S+)/#) {
            let (found, expected) = (try bytes(match.output.1), try bytes(match.output.2))
            return found == expected
                ? nil
                : """
                expected the content of \(match.output.2), found other bytes
                --- \(match.output.2)
                \(String(decoding: expected, as: UTF8.self))
                --- \(match.output.1)
                \(String(decoding: found, as: UTF8.self))
                """
        }
        return "no such command"
    }
}

@Suite("transcripts")
struct TranscriptTests {
    @Test("each command has the result of its transcript", arguments: Transcript.all)
    func transcript(_ transcript: Transcript) async throws { try await transcript.run() }

    @Test("transcripts are found, and no two have the same name")
    func names() {
        #expect(!Transcript.all.isEmpty)
        #expect(Set(Transcript.all.map(\.name)).count == Transcript.all.count)
    }
}
