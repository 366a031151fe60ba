import ArgumentParser
import KeyManagement
import Platform
import PushPayload
import StrictJSON

struct InputArgument: ParsableArguments {
    @Argument(help: "The input file; - or nothing for standard input.", completion: .file())
    var input: String?

    /// Reads the input; the hint says what an empty one should be.
    func read(hint: String = InputSource.payloadHint) throws -> Input { try InputSource(path: input).read(hint: hint) }
}

/// A payload's bytes, and the file that they came from.
struct Input {
    let name: String
    let bytes: [UInt8]

    func payload() throws(Failure) -> Payload {
        do {
            return try Payload(parsing: bytes)
        } catch {
            throw Failure("\(name) is not a payload: \(error)")
        }
    }
}

/// A path, or standard input for none and for `-`.
struct InputSource {
    /// The maximum number of bytes: far more than any payload has, and little enough to keep in memory.
    private static let maximumByteCount = 1 << 20

    static let payloadHint = "a payload is a JSON dictionary, such as {\"aps\":{}}"

    let path: String?
    /// Whether it is a member of a folder: a regular file, since the user did not name it.
    var isMember = false
    /// Whether a terminal shows nothing of it.
    var isSecret = false

    private var file: String? { path == "-" ? nil : path }
    var name: String { file ?? "standard input" }

    static func isFolder(_ path: String) throws(Failure) -> Bool {
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 else { throw .system("\(path) cannot be read", errno) }
        return metadata.st_mode & S_IFMT == S_IFDIR
    }

    /// Reads everything: at least one byte, and at most ``maximumByteCount``.
    func read(hint: String = payloadHint) throws -> Input {
        try reading { descriptor, name in
            var bytes: [UInt8] = []
            while case let chunk = try StandardStreams.read(descriptor, name: name), !chunk.isEmpty {
                bytes += chunk
                guard bytes.count <= Self.maximumByteCount else {
                    throw Failure("\(name) has more than \(Self.maximumByteCount) bytes; no payload is that large")
                }
            }
            guard !bytes.isEmpty else {
                throw Failure("\(name) is empty", hints: [hint])
            }
            return Input(name: name, bytes: bytes)
        }
    }

    /// Calls a function with the open file and its name in messages.
    ///
    /// A pipe is opened without waiting for its other end, then waited for, with a notice after a second.
    func reading<Result>(_ body: (Int32, String) throws -> Result) throws -> Result {
        guard let path = file else { return try reading(STDIN_FILENO, body) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure.system("\(path) cannot be read", errno) }
        defer { close(descriptor) }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0, fcntl(descriptor, F_SETFL, 0) == 0 else {
            throw Failure.system("\(path) cannot be read", errno)
        }
        let kind = metadata.st_mode & S_IFMT
        guard kind == S_IFREG || !isMember else { throw Failure("\(path) cannot be read: it is not a regular file") }
        if kind == S_IFIFO { waitForWriter(of: descriptor, path: path, onWait: Diagnostics.hint) }
        return try reading(descriptor, body)
    }

    /// Calls a function with an open file; the echo of a terminal is on again afterwards.
    private func reading<Result>(_ descriptor: Int32, _ body: (Int32, String) throws -> Result) throws -> Result {
        InputFiles.insert(FileIdentity(descriptor: descriptor))
        guard isatty(descriptor) == 1 else { return try body(descriptor, name) }
        // Before the hint, since earlier input is discarded.
        let terminal: SilentTerminal? = if isSecret { try SilentTerminal(descriptor, name: name) } else { nil }
        defer { extendLifetime(terminal) }
        let note = isSecret ? ", which does not show it" : ""
        Diagnostics.hint("reading from the terminal\(note); Ctrl-D on a line of its own ends it")
        return try body(descriptor, name)
    }
}
