import Foundation
import Glibc
import Synchronization
import TestSupport

/// A temporary folder in which a test runs commands, and which is gone with the last reference.
final class Folder: Sendable {
    let path: String

    /// Makes an empty folder, or one with the keyrings phone, bank and pair in `keys`.
    init(withKeys: Bool = true) async throws {
        path = try Self.make()
        if withKeys { try FileManager.default.copyItem(atPath: await Self.keys.value, toPath: "\(path)/keys") }
    }

    deinit { Self.remove(path) }

    // MARK: - Commands

    /// Runs a command of the shell here; `sealedpush` is the one that was just built.
    func run(_ script: String, environment: [String] = []) async throws -> Run {
        Run(try await shell(script, environment).run(limit: .seconds(600)))
    }

    private func shell(_ script: String, _ environment: [String]) -> Command {
        Command(
            "/bin/bash", ["-c", "umask 022\n\(script)"], environment: Self.environment + environment, in: path)
    }

    /// What the commands see: no colour settings and no keys of whoever runs the tests, but how a sanitizer reports.
    private static let environment =
        [
            "PROJECT=\(Tool.project)",
            "PATH=\(Tool.folder):/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TERM=xterm",
            "SWIFT_BACKTRACE=enable=no",
        ] + (getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS=\(String(cString: $0))"] } ?? [])

    // MARK: - Files

    func write(_ text: String, to file: String) throws {
        try write(Array(text.utf8), to: file)
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("\(file) cannot be written") }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            guard count > 0 else { throw Self.failure("\(file) cannot be written") }
            offset += count
        }
    }

    func read(_ file: String) throws -> [UInt8] {
        let descriptor = open("\(path)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("\(file) cannot be read") }
        defer { close(descriptor) }
        return Self.content(descriptor)
    }

    func text(_ file: String) throws -> String { String(decoding: try read(file), as: UTF8.self) }

    /// The permissions of a file.
    func mode(_ file: String) -> mode_t {
        var metadata = stat()
        return stat("\(path)/\(file)", &metadata) == 0 ? metadata.st_mode & 0o7777 : 0
    }

    /// The names of everything here but the keys, sorted.
    var files: [String] { Self.names(in: path).filter { $0 != "keys" } }

    // MARK: -

    /// The path of the keyrings that are copied into each folder, generated once.
    private static let keys = Task {
        let folder = try await Folder(withKeys: false)
        let run = try await folder.run(
            """
            set -e
            sealedpush keys generate phone --role device
            sealedpush keys generate bank --role provider
            sealedpush keys generate pair --role shared --purpose alert --purpose voip \
                --purpose liveactivity/content-state --purpose liveactivity/attributes
            """)
        guard run.exitCode == 0 else { throw Command.Failure(description: run.errors) }
        let kept = try make()
        guard rename("\(folder.path)/keys", kept) == 0 else { throw failure("the keys cannot be moved") }
        removedAtExit.withLock { $0 = kept }
        atexit { Folder.removeKeys() }
        return kept
    }

    private static let removedAtExit = Mutex("")

    private static func removeKeys() { removedAtExit.withLock { remove($0) } }

    private static func failure(_ description: String) -> Command.Failure { Command.Failure(description: description) }

    private static func make() throws -> String {
        var template = Array("/tmp/sealedpush-tool-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.failure("no temporary folder") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func remove(_ path: String) {
        for name in names(in: path) where unlink("\(path)/\(name)") != 0 {
            remove("\(path)/\(name)")
        }
        rmdir(path)
    }

    private static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// All that a file holds.
    static func content(_ descriptor: Int32) -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}

extension Folder {
    /// Runs a command with a real terminal as standard input, output and, unless they are wanted apart, errors.
    ///
    /// `typing` is typed piece by piece, each as soon as the terminal shows a text; each of the `signals` is sent to the job in
    /// the foreground as soon as the terminal shows its text.
    func runOnTerminal(
        _ script: String,
        columns: UInt16 = 80,
        environment: [String] = [],
        typing: [(once: String, text: String)] = [],
        signals: [(once: String, number: Int32)] = [],
        errorsApart: Bool = true,
        echoes: Bool = false
    ) async throws -> Run {
        let terminal = try PseudoTerminal(columns: columns, translatesOutput: false, echoes: echoes)
        var command = shell(script, environment)
        (command.input, command.output) = (.path(terminal.path), .path(terminal.path))
        if !errorsApart { command.errors = .path(terminal.path) }
        var shown: [UInt8] = []
        let ended = try await command.run(limit: .seconds(600)) {
            shown = try await terminal.readToEnd(typing: typing, signals: signals)
        }
        return Run(ended, shown: shown, echoes: terminal.echoes)
    }
}
