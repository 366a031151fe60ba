import Glibc

/// A file that is written whole or not at all.
struct OutputFile {
    let path: String

    /// Puts the bytes in place of what the file held.
    ///
    /// They are written to a temporary file in the same folder, which then takes the name; a failed or interrupted run
    /// leaves the old file, or none. Devices and pipes are written directly. A file that is there keeps its permissions.
    ///
    /// - Throws: ``Failure``, also if the file is the input.
    func replace(with bytes: [UInt8], notOver input: FileIdentity?, mode: mode_t) throws(Failure) {
        if let descriptor {
            // An open file of this process is written to, not replaced for everybody who has it open.
            let number = StandardStreams.write(bytes, to: descriptor)
            guard number == 0 else { throw .system("\(path) cannot be written", number) }
            return
        }
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 else {
            guard errno == ENOENT else { throw .system("\(path) cannot be written", errno) }
            return try create(path, with: bytes, mode: mode & ~Self.mask)
        }
        guard FileIdentity(metadata) != input || metadata.st_mode & S_IFMT == S_IFCHR else {
            throw Failure("\(path) is the input itself and is not overwritten")
        }
        guard !path.hasSuffix(".jwks") else { throw Failure("\(path) is a key file and is never overwritten") }
        // Taking a name does not ask for the permission to write the file that had it.
        guard unsafe access(path, W_OK) == 0 else { throw .system("\(path) cannot be written", errno) }
        switch metadata.st_mode & S_IFMT {
        case S_IFREG: try create(try resolved(), with: bytes, mode: metadata.st_mode & 0o777)
        case S_IFDIR: throw Failure("\(path) cannot be written: it is a folder")
        default: try writeThrough(bytes)
        }
    }

    /// The number of the open file that the path is a name of, such as 1 for `/dev/stdout` and `/dev/fd/1`.
    private var descriptor: Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
            return folder.flatMap { Int32(path.dropFirst($0.count)) }
        }
    }

    private static var mask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// The file itself where the path is a link to it, so that the link stays.
    private func resolved() throws(Failure) -> String {
        guard let resolved = unsafe realpath(path, nil) else { throw .system("\(path) cannot be written", errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private func create(_ path: String, with bytes: [UInt8], mode: mode_t) throws(Failure) {
        var metadata = stat()
        guard unsafe lstat(path, &metadata) != 0 || metadata.st_mode & S_IFMT != S_IFLNK else {
            throw Failure("\(path) cannot be written: it is a link to nothing")
        }
        var temporary = Array("\(path).XXXXXX".utf8CString)
        let number = Interruption.held { isInterrupted in
            let descriptor = unsafe mkstemp(&temporary)
            guard descriptor >= 0 else { return errno }
            var number = StandardStreams.write(bytes, to: descriptor, unless: isInterrupted)
            if number == 0, fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { number = errno }
            if close(descriptor) != 0, number == 0 { number = errno }
            if number == 0, isInterrupted() { number = EINTR }
            if number == 0, unsafe rename(temporary, path) != 0 { number = errno }
            if number != 0 { unsafe unlink(temporary) }
            return number
        }
        guard number == 0 else { throw .system("\(self.path) cannot be written", number) }
    }

    private func writeThrough(_ bytes: [UInt8]) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(path) cannot be written", errno) }
        var number = StandardStreams.write(bytes, to: descriptor)
        if close(descriptor) != 0, number == 0 { number = errno }
        guard number == 0 else { throw .system("\(path) cannot be written", number) }
    }
}
