import KeyManagement
import Platform
import StrictJSON

/// A file that a command writes, whole or not at all: every output with a path goes through here.
struct OutputFile {
    let path: String

    /// Replaces or makes the file; refuses as ``requireReplaceable()`` does.
    ///
    /// A failed or interrupted run leaves the old file, or none. Devices and pipes are written directly. A file that is
    /// there keeps its permissions, a link its target.
    func replace(with bytes: Span<UInt8>, mode: mode_t) throws(Failure) {
        if let descriptor {
            // An open file of this process is written to, not replaced for everyone who has it open.
            try requireWritable(descriptor)
            return try check(StandardStreams.write(bytes, to: descriptor))
        }
        let place = try OutputPlace(path)
        guard let metadata = place.metadata else {
            try requireFreeName(place.name)
            let mask = umask(0)
            umask(mask)
            let number = UnnamedFile.write(bytes, as: place.name, in: place.folder, mode: mode & ~mask)
            // Another process has made it meanwhile.
            guard number != EEXIST else { return try replace(with: bytes, mode: mode) }
            return try check(number)
        }
        try requireReplaceable(place.file, metadata)
        switch metadata.st_mode & S_IFMT {
        case S_IFREG:
            // Taking a name does not ask for the permission to write the file that had it.
            try check(FileSystem.checkWritable(place.name, in: place.folder, file: place.file))
            // A list is not taken over, and its mask is no right of the group.
            let mode = metadata.st_mode & (FileSystem.hasAccessList(place.file) ? 0o700 : 0o777)
            try check(
                UnnamedFile.write(
                    bytes, as: place.name, in: place.folder, mode: mode, replacingFileOfGroup: metadata.st_gid))
        case S_IFDIR: throw Failure("\(path) cannot be written: it is a folder")
        default:
            try write(
                bytes,
                through: FileSystem.openForWriting(place.name, in: place.folder, file: place.file, metadata))
        }
    }

    /// Makes a file for its owner only; a name that is taken is refused with `alreadyExists`.
    func create(with bytes: Span<UInt8>) throws(Failure) {
        let place = try OutputPlace(path)
        let number =
            place.metadata == nil
            ? UnnamedFile.write(bytes, as: place.name, in: place.folder, mode: 0o600) : EEXIST
        guard number != EEXIST else {
            throw Failure(KeyError.Code.alreadyExists.rawValue, "\(path) exists and is not overwritten")
        }
        try check(number)
    }

    /// Refuses to replace a file that this run reads, and one that cannot be made again, whatever path leads to it.
    func requireReplaceable() throws(Failure) {
        if let descriptor { return try requireWritable(descriptor) }
        let place = try OutputPlace(path)
        guard let metadata = place.metadata else { return try requireFreeName(place.name) }
        try requireReplaceable(place.file, metadata)
    }

    /// Refuses to make a file under a temporary name, which would become the content of a keyring.
    private func requireFreeName(_ name: String) throws(Failure) {
        guard name.hasByteSuffix(".new"), KeyFileKind(named: name) != nil else { return }
        throw Failure("\(path) is a name that only a change of a keyring uses; choose another")
    }

    private func requireReplaceable(_ file: Int32, _ metadata: stat) throws(Failure) {
        let kind = metadata.st_mode & S_IFMT
        guard kind == S_IFCHR || !InputFiles.contains(FileIdentity(metadata)) else {
            throw Failure("\(path) is the input itself and is not overwritten")
        }
        guard kind == S_IFREG else { return }
        let kept: KeptFile?
        do throws(KeyError) {
            kept = try KeptFile(file)
        } catch {
            throw Failure("\(path) is not overwritten, since it cannot be examined: \(error.reason)")
        }
        if let kept { throw Failure("\(path) is \(kept.name) and is never overwritten") }
    }

    /// Whether another path leads to the same file, or will when the files are made.
    func isSame(as other: OutputFile) -> Bool {
        if path.hasSameBytes(as: other.path) { return true }
        guard let place = try? OutputPlace(path), let other = try? OutputPlace(other.path) else { return false }
        return FileIdentity(descriptor: place.folder) == FileIdentity(descriptor: other.folder)
            && place.name.hasSameBytes(as: other.name)
    }

    /// Whether the path leads to the regular file that standard output is redirected to.
    var isStandardOutput: Bool {
        var (file, output) = (stat(), stat())
        return unsafe stat(path, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0
            && file.st_mode & S_IFMT == S_IFREG && FileIdentity(file) == FileIdentity(output)
    }

    /// The number of the open file that the path is a name of, such as 1 for `/dev/stdout` and `/dev/fd/1`.
    private var descriptor: Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            // Only in the spelling of the system: what it takes for another path is judged as that path.
            guard let number = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap({ Int32(Substring($0)) }),
                number >= 0, Self.descriptorFolders.contains(where: { path.hasSameBytes(as: $0 + "\(number)") })
            else { return nil }
            return number
        }
    }

    #if canImport(Darwin)
    private static let descriptorFolders = ["/dev/fd/"]
    #else
    private static let descriptorFolders = ["/dev/fd/", "/proc/self/fd/"]
    #endif

    /// Refuses a descriptor that this process opened itself, such as one of the delivery store, and a kept file.
    private func requireWritable(_ descriptor: Int32) throws(Failure) {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0 else { throw .system("\(path) cannot be written", errno) }
        // No descriptor with this flag outlives the start of a program, and each that the process opens has it.
        guard flags & FD_CLOEXEC == 0 else {
            throw Failure("\(path) cannot be written: it was not open when the command started")
        }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else { throw .system("\(path) cannot be written", errno) }
        try requireReplaceable(descriptor, metadata)
    }

    private func write(_ bytes: Span<UInt8>, through descriptor: Int32) throws(Failure) {
        guard descriptor >= 0 else { throw .system("\(path) cannot be written", errno) }
        var number = StandardStreams.write(bytes, to: descriptor)
        if close(descriptor) != 0, number == 0 { number = errno }
        try check(number)
    }

    private func check(_ number: Int32) throws(Failure) {
        guard number == 0 else { throw .system("\(path) cannot be written", number) }
    }
}
