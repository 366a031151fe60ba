import Glibc
import KeyManagement
import StrictJSON

/// A file that a command writes, whole or not at all: every output with a path goes through here.
struct OutputFile {
    let path: String

    /// Puts the bytes in place of what the file held, or makes the file.
    ///
    /// A failed or interrupted run leaves the old file, or none. Devices and pipes are written directly. A file that is
    /// there keeps its permissions, a link its target.
    ///
    /// - Throws: ``Failure``, also for a file that this run reads, and for a key, a log, a lock and a delivery store.
    func replace(with bytes: Span<UInt8>, mode: mode_t) throws(Failure) {
        if let descriptor {
            // An open file of this process is written to, not replaced for everyone who has it open.
            try requireReplaceable()
            return try check(StandardStreams.write(bytes, to: descriptor))
        }
        try requireReplaceable()
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 else {
            guard errno == ENOENT else { throw .system("\(path) cannot be written", errno) }
            guard try make(with: bytes, mode: mode & ~Self.mask) else {
                // Another process has made it meanwhile.
                return try replace(with: bytes, mode: mode)
            }
            return
        }
        switch metadata.st_mode & S_IFMT {
        case S_IFREG:
            // Taking a name does not ask for the permission to write the file that had it.
            guard unsafe access(path, W_OK) == 0 else { throw .system("\(path) cannot be written", errno) }
            // A link to the file stays.
            guard let file = Self.resolved(path) else { throw .system("\(path) cannot be written", errno) }
            try check(
                UnnamedFile.write(bytes, to: file, mode: metadata.st_mode & 0o777, isReplacing: true))
        case S_IFDIR: throw Failure("\(path) cannot be written: it is a folder")
        default: try writeThrough(bytes)
        }
    }

    /// Makes a file for its owner only; a name that is taken is refused.
    ///
    /// - Throws: ``Failure`` with the code `alreadyExists`, and others.
    func create(with bytes: Span<UInt8>) throws(Failure) {
        guard try make(with: bytes, mode: 0o600) else {
            throw Failure(KeyError.Code.alreadyExists, "\(path) exists and is not overwritten")
        }
    }

    /// Makes the file; returns whether the name was free.
    private func make(with bytes: Span<UInt8>, mode: mode_t) throws(Failure) -> Bool {
        let number = UnnamedFile.write(bytes, to: path, mode: mode, isReplacing: false)
        guard number == EEXIST else {
            try check(number)
            return true
        }
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 || errno != ENOENT else {
            throw Failure("\(path) cannot be written: it is a link to nothing")
        }
        return false
    }

    /// Refuses to replace a file that this run reads, and one that cannot be made again.
    ///
    /// What is there decides, not the path: links are resolved, and the content is examined.
    ///
    /// - Throws: ``Failure``.
    func requireReplaceable() throws(Failure) {
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 else { return }
        let kind = metadata.st_mode & S_IFMT
        guard kind == S_IFCHR || !InputFiles.contains(FileIdentity(metadata)) else {
            throw Failure("\(path) is the input itself and is not overwritten")
        }
        guard kind == S_IFREG, let file = Self.resolved(path), let name = try Self.name(ofKeptFile: file) else {
            return
        }
        throw Failure("\(path) is \(name) and is never overwritten")
    }

    /// Whether another path leads to the same file, or will when the files are made.
    func isSame(as other: OutputFile) -> Bool {
        if path.hasSameBytes(as: other.path) { return true }
        guard let place = Self.place(of: path) else { return false }
        return place == Self.place(of: other.path)
    }

    /// What messages call a file that no output replaces; nil for any other.
    private static func name(ofKeptFile path: String) throws(Failure) -> String? {
        do throws(KeyError) {
            switch try KeyFileKind(ofFileAt: path) {
            case .key: return "a key file"
            case .log: return "the log of a keyring"
            case .lock: return "the lock of a folder of keyrings"
            case nil: return isStore(path) ? "a delivery store" : nil
            }
        } catch {
            throw Failure("\(path) is not overwritten, since it cannot be examined: \(error.reason)")
        }
    }

    /// Whether a file begins as every SQLite database does.
    private static func isStore(_ path: String) -> Bool {
        let mark = Array("SQLite format 3\0".utf8)
        var start = [UInt8](repeating: 0, count: mark.count)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { if descriptor >= 0 { close(descriptor) } }
        return unsafe read(descriptor, &start, start.count) == mark.count && start == mark
    }

    /// The number of the open file that the path is a name of, such as 1 for `/dev/stdout` and `/dev/fd/1`.
    private var descriptor: Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
            // Only in the spelling of the system: what it takes for another path is judged as that path.
            return folder.flatMap { folder in
                Int32(path.dropFirst(folder.count)).flatMap { number in
                    number >= 0 && path.hasSameBytes(as: "\(folder)\(number)") ? number : nil
                }
            }
        }
    }

    private static var mask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// The path without links; nil where nothing is there.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The path without links, also of a file that is to be made.
    private static func place(of path: String) -> String? {
        if let resolved = resolved(path) { return resolved }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? "."
        return resolved(folder).map { "\($0)/\(path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...])" }
    }

    private func writeThrough(_ bytes: Span<UInt8>) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(path) cannot be written", errno) }
        var number = StandardStreams.write(bytes, to: descriptor)
        if close(descriptor) != 0, number == 0 { number = errno }
        try check(number)
    }

    private func check(_ number: Int32) throws(Failure) {
        guard number == 0 else { throw .system("\(path) cannot be written", number) }
    }
}
