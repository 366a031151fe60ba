import Glibc
import TestSupport

/// A temporary folder in which a test runs commands, and which is gone with the last reference.
final class Folder: Sendable {
    let path: String

    /// Makes an empty folder, or one with the keyrings phone, bank and pair in `keys`.
    init(withKeys: Bool = true) throws {
        path = try Self.make()
        if withKeys {
            let run = try run("cp -a \(try Self.keys.get()) keys")
            guard run.exitCode == 0 else { throw Child.Failure(run.errors) }
        }
    }

    deinit { Self.remove(path) }

    // MARK: - Commands

    /// Runs a command of the shell here; `sealedpush` is the one that was just built.
    func run(_ command: String, environment: [String] = []) throws -> Run {
        let output = try Self.anonymousFile()
        let errors = try Self.anonymousFile()
        defer {
            close(output)
            close(errors)
        }
        let child = try Child(
            command, in: path, environment: Self.environment + environment, input: .path("/dev/null"),
            output: .descriptor(output), errors: .descriptor(errors))
        let exitCode = try child.wait()
        return Run(
            exitCode: exitCode, outputBytes: Self.content(output),
            errors: String(decoding: Self.content(errors), as: UTF8.self))
    }

    /// What the commands see: no colour settings and no keys of whoever runs the tests, but how a sanitizer reports.
    static let environment =
        [
            "PATH=\(Tool.folder):/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TERM=xterm",
            "SWIFT_BACKTRACE=enable=no",
        ]
        + ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }

    // MARK: - Files

    func write(_ text: String, to file: String) throws {
        try write(Array(text.utf8), to: file)
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Child.Failure("\(file) cannot be written") }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            guard count > 0 else { throw Child.Failure("\(file) cannot be written") }
            offset += count
        }
    }

    func read(_ file: String) throws -> [UInt8] {
        let descriptor = open("\(path)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Child.Failure("\(file) cannot be read") }
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

    /// The keyrings that are copied into each folder, made once.
    private static let keys = Result<String, any Error>(catching: {
        let folder = try Folder(withKeys: false)
        let run = try folder.run(
            """
            set -e
            sealedpush keys generate phone --role device
            sealedpush keys generate bank --role provider
            sealedpush keys generate pair --role shared
            """)
        guard run.exitCode == 0 else { throw Child.Failure(run.errors) }
        let kept = try make()
        guard rename("\(folder.path)/keys", kept) == 0 else { throw Child.Failure("the keys cannot be moved") }
        atexit { Folder.removeKeys() }
        return kept
    })

    private static func removeKeys() {
        if let path = try? keys.get() { remove(path) }
    }

    private static func make() throws -> String {
        var template = Array("/tmp/sealedpush-tool-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Child.Failure("no temporary folder") }
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

    /// A file without a name, for what a command writes.
    static func anonymousFile() throws -> Int32 {
        var template = Array("/tmp/sealedpush-output-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Child.Failure("no temporary file") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return descriptor
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
        _ command: String,
        columns: UInt16 = 80,
        environment: [String] = [],
        typing: [(once: String, text: String)] = [],
        signals: [(once: String, number: Int32)] = [],
        errorsApart: Bool = true,
        echoes: Bool = false
    ) throws -> Run {
        let terminal = try PseudoTerminal(columns: columns, translatesOutput: false, echoes: echoes)
        let errors = try Self.anonymousFile()
        defer { close(errors) }
        let child = try Child(
            command, in: path, environment: Self.environment + environment, input: .path(terminal.path),
            output: .path(terminal.path), errors: errorsApart ? .descriptor(errors) : .path(terminal.path))
        let output = terminal.readToEnd(typing: typing, signals: signals)
        return Run(
            exitCode: try child.wait(), outputBytes: output,
            errors: String(decoding: Self.content(errors), as: UTF8.self), echoes: terminal.echoes)
    }
}
