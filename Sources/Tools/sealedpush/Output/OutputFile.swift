import CryptoPrimitives
import KeyManagement
import Platform
import StrictJSON

/// A file that a command writes, whole or not at all: every output with a path goes through here.
///
/// The bytes are written to a temporary file beside the target, which is then renamed over it. So a link is replaced, never
/// followed, and no other name of the old file is affected.
struct OutputFile {
    let path: String

    private var failure: String { "\(path) cannot be written" }
    private var folder: String { path.utf8.lastIndex(of: Self.slash).map { String(path[...$0]) } ?? "./" }
    private var name: String {
        path.utf8.lastIndex(of: Self.slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
    private static let slash = UInt8(ascii: "/")

    /// Replaces or makes the file, with at most the permissions of the file that it replaces.
    ///
    /// A device or a pipe is opened and written to, also behind a link.
    func replace(with bytes: Span<UInt8>, mode: mode_t) throws(Failure) {
        switch try target() {
        case .special: try check(writeSpecial(bytes))
        case .file(let old): try check(writeBeside(bytes, mode: mode & (old ?? 0o777)) { unsafe rename($0, path) })
        }
    }

    /// Makes a file for its owner only; a name that is taken is refused with `alreadyExists`.
    func create(with bytes: Span<UInt8>) throws(Failure) {
        let number = writeBeside(bytes, mode: 0o600) { unsafe link($0, path) }
        guard number != EEXIST else {
            throw Failure(KeyError.Code.alreadyExists.rawValue, "\(path) exists and is not overwritten")
        }
        try check(number)
    }

    /// Refuses a target that ``replace(with:mode:)`` would refuse.
    func requireReplaceable() throws(Failure) { _ = try target() }

    /// Refuses a target that a rename would not replace, or that is a device or a pipe.
    func requireFile() throws(Failure) {
        if case .special = try target() { throw Failure("\(failure): it is not a regular file") }
    }

    private enum Target {
        /// A regular file or a link, with the permissions of the former; or nothing.
        case file(mode: mode_t?)
        /// A device, a pipe, a terminal, or a link to one.
        case special
    }

    /// Examines the target; refuses a folder, a file that this run reads, and the names of files that cannot be made again.
    private func target() throws(Failure) -> Target {
        if let kept = KeptFile(path: path) {
            throw Failure("\(path) has the name of \(kept.name); expected another name")
        }
        var file = stat()
        guard unsafe lstat(path, &file) == 0 else {
            guard errno == ENOENT, unsafe access(folder, W_OK) == 0 else { throw .system(failure, errno) }
            return .file(mode: nil)
        }
        let mode = file.st_mode & S_IFMT == S_IFLNK ? nil : file.st_mode & 0o777
        // A link to nothing, or to itself, is replaced too.
        if mode == nil, unsafe stat(path, &file) != 0 { return .file(mode: nil) }
        switch file.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure("\(failure): it is a folder")
        default: return .special
        }
        guard !InputFiles.contains(FileIdentity(file)) else {
            throw Failure("\(path) is the input itself and is not overwritten")
        }
        guard FileIdentity(descriptor: STDOUT_FILENO) != FileIdentity(file) else {
            throw Failure("\(path) is the file of standard output; expected another one")
        }
        // A rename does not ask for the permission to write the file that it replaces.
        if mode != nil, unsafe access(path, W_OK) != 0 { throw .system(failure, errno) }
        // A link in /dev is the name of an open file in every process.
        guard mode != nil || !isSame(as: OutputFile(path: "/dev/\(name)")) else {
            throw Failure("\(failure): it is a name of an open file; expected the path of that file")
        }
        return .file(mode: mode)
    }

    /// Writes a temporary file and gives it its name by a function; returns 0, or the `errno` of the first failure.
    ///
    /// Signals wait, so that only SIGKILL and a power cut leave the temporary file.
    private func writeBeside(_ bytes: Span<UInt8>, mode: mode_t, name: (_ temporary: String) -> Int32) -> Int32 {
        Interruption.held {
            let random = Base64URL.string(encoding: Randomness.system.bytes(count: 12).slice.span)
            let temporary = "\(folder).sealedpush-\(random)"
            let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            guard file >= 0 else { return errno }
            var number = writeAll(bytes, to: file)
            if number == 0, synchronize(file) != 0 { number = errno }
            if close(file) != 0, number == 0 { number = errno }
            if number == 0, name(temporary) != 0 { number = errno }
            // A rename has removed the name; a link leaves it.
            unsafe unlink(temporary)
            return number
        }
    }

    private func writeSpecial(_ bytes: Span<UInt8>) -> Int32 {
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return errno }
        defer { close(file) }
        var metadata = stat()
        guard unsafe fstat(file, &metadata) == 0 else { return errno }
        // The path may lead to another file meanwhile.
        guard metadata.st_mode & S_IFMT != S_IFREG else { return EBUSY }
        return writeAll(bytes, to: file)
    }

    private func check(_ number: Int32) throws(Failure) {
        guard number == 0 else { throw .system(failure, number) }
    }

    /// Whether two paths are the same name in the same folder.
    func isSame(as other: OutputFile) -> Bool {
        var (own, others) = (stat(), stat())
        guard unsafe stat(folder, &own) == 0, unsafe stat(other.folder, &others) == 0 else { return false }
        return UTF8Text(name) == UTF8Text(other.name) && FileIdentity(own) == FileIdentity(others)
    }
}
