import CryptoPrimitives
import Glibc

/// A key file's content in guarded memory, and the metadata of the file that it came from.
struct KeyFile {
    /// The file's path, for messages.
    let path: String
    /// The whole content.
    let text: SecretMemory
    private let metadata: stat
    private let folder: stat
    private let isSymbolicLink: Bool

    /// Reads a file of a folder.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `notRegularFile`, `tooLarge`, `truncated` for an empty one, `inputOutput`.
    init(_ file: String, in folder: borrowing KeyFolder) throws(KeyError) {
        path = folder.path(of: file)
        self.folder = folder.metadata
        // Not blocking, so that a pipe of that name is refused instead of waited for.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        var descriptor = unsafe openat(folder.descriptor, file, flags | O_NOFOLLOW)
        isSymbolicLink = descriptor < 0 && errno == ELOOP
        if isSymbolicLink { descriptor = unsafe openat(folder.descriptor, file, flags) }
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? KeyError(.notFound, "there is no \(path)")
                : errno == ENXIO ? Self.irregular(path) : KeyError(systemError: "\(path) cannot be opened")
        }
        defer { close(descriptor) }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else {
            throw KeyError(systemError: "\(path) cannot be examined")
        }
        guard metadata.st_mode & S_IFMT == S_IFREG else { throw Self.irregular(path) }
        self.metadata = metadata
        text = try Self.read(descriptor, byteCount: metadata.st_size, path: path)
    }

    /// Whether a name's metadata, read later, is that of this file, unchanged and with the same name.
    ///
    /// The time of the last change of status tells the file from a later one with its inode number.
    func isSame(as other: stat) -> Bool {
        (metadata.st_dev, metadata.st_ino, metadata.st_ctim.tv_sec, metadata.st_ctim.tv_nsec)
            == (other.st_dev, other.st_ino, other.st_ctim.tv_sec, other.st_ctim.tv_nsec)
    }

    /// Refuses a file with secrets that is a link, another user's, or where others could read, change or replace it.
    ///
    /// Published demonstration keys may be readable by all and lie anywhere, since a version control system keeps neither
    /// owner nor mode; but not even they may be written by just anybody.
    func requireSecrecy(isPublished: Bool) throws(KeyError) {
        guard !isPublished else { return try requireIntegrity() }
        guard !isSymbolicLink else {
            throw KeyError(
                .symbolicLink, "\(path) holds secrets and is a symbolic link; name the file that it points to")
        }
        guard metadata.st_uid == geteuid() else {
            throw KeyError(
                .wrongOwner,
                "\(path) holds secrets and belongs to user \(metadata.st_uid); say chown \(geteuid()) \(path)")
        }
        guard metadata.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw KeyError(
                .insecurePermissions,
                "\(path) holds secrets and has mode \(octal(metadata.st_mode)); say chmod 600 \(path)")
        }
        guard folder.st_uid == geteuid() || folder.st_uid == 0 else {
            throw KeyError(
                .insecureFolder,
                "\(path) holds secrets and lies in a folder of user \(folder.st_uid); move it into one of your own")
        }
        guard folder.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw KeyError(
                .insecureFolder,
                "\(path) holds secrets and lies in a folder of mode \(octal(folder.st_mode)), where others can replace it; "
                    + "say chmod go-w on the folder")
        }
    }

    /// Refuses a file that every user can change or replace, since its public keys decide which senders are believed.
    func requireIntegrity() throws(KeyError) {
        guard metadata.st_mode & S_IWOTH == 0 else {
            throw KeyError(
                .writableByEveryone,
                "\(path) has mode \(octal(metadata.st_mode)), so that everyone can change it; say chmod o-w \(path)")
        }
        guard folder.st_mode & S_IWOTH != 0 else { return }
        // In a sticky folder, such as a temporary one, every user can add files, but replace only their own.
        let isOwn = metadata.st_uid == geteuid() || metadata.st_uid == 0
        guard folder.st_mode & S_ISVTX != 0, isOwn, !isSymbolicLink else {
            throw KeyError(
                .insecureFolder,
                "\(path) lies in a folder of mode \(octal(folder.st_mode)), where every user can replace it; "
                    + "say chmod o-w on the folder")
        }
    }

    private static func irregular(_ path: String) -> KeyError {
        KeyError(.notRegularFile, "\(path) is not a regular file")
    }

    private static func read(_ descriptor: Int32, byteCount: off_t, path: String) throws(KeyError) -> SecretMemory {
        guard byteCount <= KeySetReader.maximumByteCount else {
            throw KeyError(
                .tooLarge, "\(path) has \(byteCount) bytes, a keyring at most \(KeySetReader.maximumByteCount)")
        }
        guard byteCount > 0 else { throw KeyError(.truncated, "\(path) is empty") }
        var count = 0
        let text: SecretMemory
        do throws(CryptoError) {
            text = try unsafe SecretMemory(byteCount: Int(byteCount)) { buffer in
                count = unsafe readFully(descriptor, into: buffer)
            }
        } catch {
            throw KeyError(error)
        }
        guard count >= 0 else { throw KeyError(systemError: "\(path) cannot be read") }
        guard count == text.byteCount else { throw KeyError(.inputOutput, "\(path) changed while it was read") }
        return text
    }
}

/// A mode as `chmod` takes it.
private func octal(_ mode: mode_t) -> String {
    "0" + String(mode & 0o7777, radix: 8)
}

/// Reads until the buffer is full or the file ends; returns the number of bytes, or -1.
func readFully(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
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
