import Glibc
import SodiumCrypto

/// A key file as the system sees it: read without copies of secrets, written whole or not at all.
struct KeyFile {
    /// The file's path.
    let path: String

    /// The content in guarded memory, and what the system says of the file that it came from.
    struct Content {
        let text: SecretMemory
        let metadata: stat
        let isSymbolicLink: Bool

        /// Refuses a file with secrets that is somebody else's, a link, or open to others.
        ///
        /// Published demonstration keys may be readable, since a version control system does not keep mode 0600; but not
        /// even they may be written by just anybody.
        func requireSecrecy(isPublished: Bool, path: String) throws(KeyError) {
            guard !isSymbolicLink else {
                throw KeyError(.notRegularFile, "\(path) holds secrets and is a symbolic link; name the file itself")
            }
            guard isPublished || metadata.st_uid == geteuid() else {
                throw KeyError(.insecurePermissions, "\(path) holds secrets and belongs to another user")
            }
            let openTo = metadata.st_mode & (isPublished ? S_IWOTH : S_IRWXG | S_IRWXO)
            guard openTo == 0 else {
                let mode = String(metadata.st_mode & 0o777, radix: 8)
                throw KeyError(
                    .insecurePermissions,
                    "\(path) holds secrets and has mode 0\(mode); say chmod 600 \(path)")
            }
        }
    }

    /// Whether something of that name exists.
    var exists: Bool {
        var metadata = stat()
        return unsafe lstat(path, &metadata) == 0
    }

    /// Reads the whole file.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `notRegularFile`, `tooLarge`, `malformed` for an empty one, `inputOutput`.
    func read() throws(KeyError) -> Content {
        var isSymbolicLink = false
        // Not blocking, so that a pipe of that name is refused instead of waited for.
        var descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if descriptor < 0, errno == ELOOP {
            isSymbolicLink = true
            descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        guard descriptor >= 0 else {
            throw errno == ENOENT ? KeyError(.notFound, "there is no \(path)") : failure("cannot be opened")
        }
        defer { close(descriptor) }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else { throw failure("cannot be examined") }
        guard metadata.st_mode & S_IFMT == S_IFREG else {
            throw KeyError(.notRegularFile, "\(path) is not a regular file")
        }
        guard metadata.st_size <= KeySetReader.maximumByteCount else {
            throw KeyError(
                .tooLarge,
                "\(path) has \(metadata.st_size) bytes, a keyring at most \(KeySetReader.maximumByteCount)")
        }
        guard metadata.st_size > 0 else { throw KeyError(.malformed, "\(path) is empty") }
        var status = 0
        let text: SecretMemory
        do throws(CryptoError) {
            text = try unsafe SecretMemory(byteCount: Int(metadata.st_size)) { buffer in
                status = unsafe readFully(descriptor, into: buffer)
            }
        } catch {
            throw KeyError(error)
        }
        guard status == text.byteCount else {
            throw status < 0 ? failure("cannot be read") : KeyError(.inputOutput, "\(path) changed while it was read")
        }
        return Content(text: text, metadata: metadata, isSymbolicLink: isSymbolicLink)
    }

    /// Makes the file with all of its content, or leaves nothing behind.
    ///
    /// The text is written and synchronized under another name first and then linked, which fails when the name is taken.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists` or `inputOutput`.
    func create(_ text: SecretMemory, mode: mode_t) throws(KeyError) {
        let suffix = Randomness.system.bytes(count: 8).map { String($0, radix: 16) }.joined()
        let temporary = "\(path).\(suffix).new"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure("cannot be made") }
        defer { unsafe unlink(temporary) }
        let isWritten = text.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe writeFully(descriptor, $0) }
        }
        // The mode again, since umask may have narrowed the one asked for, and a close that reports a late failure.
        let isDurable = isWritten && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        guard close(descriptor) == 0, isDurable else { throw failure("cannot be written") }
        guard unsafe link(temporary, path) == 0 else {
            throw errno == EEXIST
                ? KeyError(.alreadyExists, "\(path) exists and is not overwritten") : failure("cannot be made")
        }
        synchronizeDirectory()
    }

    /// Takes back a file that was just made.
    func remove() {
        unsafe unlink(path)
        synchronizeDirectory()
    }

    private func synchronizeDirectory() {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func failure(_ what: String) -> KeyError {
        KeyError(.inputOutput, unsafe "\(path) \(what): \(String(cString: strerror(errno)))")
    }
}

/// Reads until the buffer is full or the file ends; returns the number of bytes, or -1.
private func readFully(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var offset = 0
    while offset < buffer.count {
        let count = unsafe Glibc.read(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).baseAddress, buffer.count - offset)
        if count == 0 { break }
        if count < 0 {
            if errno == EINTR { continue }
            return -1
        }
        offset += count
    }
    return offset
}

/// Writes all bytes; returns whether it could.
private func writeFully(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset < bytes.count {
        let count = unsafe Glibc.write(
            descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]).baseAddress, bytes.count - offset)
        if count < 0 {
            if errno == EINTR { continue }
            return false
        }
        offset += count
    }
    return true
}
