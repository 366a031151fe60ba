import Platform
import StrictJSON

#if canImport(CExtendedAttributes)
import CExtendedAttributes
#endif

/// The calls of the file system that Linux and macOS have in different forms.
///
/// Linux names an open file by `/proc/self/fd`, opens one only to examine it, and makes files without a name. macOS has none of
/// these: there a file is opened again by its path, and is used only if it is the same one.
enum FileSystem {
    #if canImport(Darwin)
    /// The flags that open a folder in which names are looked up; the permission to list it is not needed.
    static let searching = O_SEARCH

    /// Opens a file to examine it; -1 with `errno` set, and -1 also for a file that is not a regular one.
    ///
    /// A pipe is not opened: data written to it later would have this process as its reader.
    static func examine(_ name: String, in folder: Int32, _ metadata: inout stat) -> (file: Int32, number: Int32) {
        guard unsafe fstatat(folder, name, &metadata, AT_SYMLINK_NOFOLLOW) == 0 else { return (-1, errno) }
        guard metadata.st_mode & S_IFMT == S_IFREG else { return (-1, 0) }
        let file = unsafe openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return (-1, errno) }
        return same(file, as: metadata) ? (file, 0) : (-1, ESTALE)
    }

    /// Opens a file in a folder for writing, if it is still the examined one; -1 with `errno` set.
    static func openForWriting(_ name: String, in folder: Int32, file: Int32, _ metadata: stat) -> Int32 {
        let file = unsafe openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        guard same(file, as: metadata) else {
            errno = ESTALE
            return -1
        }
        return file
    }

    /// Opens an open file again for reading, at its start; -1 with `errno` set.
    static func reopen(_ descriptor: Int32) -> Int32 {
        var metadata = stat()
        guard let path = path(of: descriptor), unsafe fstat(descriptor, &metadata) == 0 else { return -1 }
        let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        guard same(file, as: metadata) else {
            errno = ESTALE
            return -1
        }
        return file
    }

    /// The path of an open file; nil with `errno` set.
    static func path(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe fcntl(descriptor, F_GETPATH, &bytes) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns 0 where the file in the folder may be written, otherwise the `errno`.
    static func checkWritable(_ name: String, in folder: Int32, file: Int32) -> Int32 {
        unsafe faccessat(folder, name, W_OK, 0) == 0 ? 0 : errno
    }

    /// Makes an empty file without a name; always -1, since macOS has no such file.
    static func makeUnnamed(in folder: Int32) -> Int32 {
        errno = EOPNOTSUPP
        return -1
    }

    /// Gives a file that was made without a name its name; returns 0 or an `errno`.
    static func link(_ file: Int32, as name: String, in folder: Int32) -> Int32 { EOPNOTSUPP }

    /// Whether the mode of an open file depends on its access control list (`acl(5)`): on macOS it never does.
    static func hasAccessList(_ file: Int32) -> Bool { false }

    /// Removes the access control list of an open file; returns whether the file then has none.
    static func removeAccessList(from file: Int32) -> Bool {
        guard let list = unsafe acl_init(1) else { return false }
        defer { unsafe acl_free(UnsafeMutableRawPointer(list)) }
        return unsafe acl_set_fd_np(file, list, ACL_TYPE_EXTENDED) == 0 || errno == EOPNOTSUPP
    }

    /// Whether an open file is the examined one; closes it if not.
    private static func same(_ file: Int32, as examined: stat) -> Bool {
        var metadata = stat()
        if unsafe fstat(file, &metadata) == 0, FileIdentity(metadata) == FileIdentity(examined) { return true }
        close(file)
        return false
    }
    #else
    /// The flags that open a folder in which names are looked up; the permission to list it is not needed.
    static let searching = examining | O_DIRECTORY
    /// `O_PATH`, which glibc's header declares only with `_GNU_SOURCE`.
    private static let examining: Int32 = 0o10_000_000
    /// `O_TMPFILE`, likewise.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY
    private static let accessList = "system.posix_acl_access"

    /// Opens a file to examine it, with no permission to it and no effect on it; -1 with the `errno` if there is none.
    static func examine(_ name: String, in folder: Int32, _ metadata: inout stat) -> (file: Int32, number: Int32) {
        let file = unsafe openat(folder, name, examining | O_NOFOLLOW | O_CLOEXEC)
        return unsafe file >= 0 && fstat(file, &metadata) == 0 ? (file, 0) : (file, errno)
    }

    /// Opens an examined file for writing; -1 with `errno` set.
    static func openForWriting(_ name: String, in folder: Int32, file: Int32, _ metadata: stat) -> Int32 {
        unsafe open(link(to: file), O_WRONLY | O_CLOEXEC)
    }

    /// Opens an open file again for reading, at its start; -1 with `errno` set.
    static func reopen(_ descriptor: Int32) -> Int32 {
        unsafe open(link(to: descriptor), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }

    /// The kernel's name of an open file, without the mark of a file that has no name any more; nil with `errno` set.
    static func path(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link(to: descriptor), &bytes, bytes.count)
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let mark = " (deleted)"
        return path.hasByteSuffix(mark) ? String(decoding: path.utf8.dropLast(mark.utf8.count), as: UTF8.self) : path
    }

    /// Returns 0 where the examined file may be written, otherwise the `errno`.
    static func checkWritable(_ name: String, in folder: Int32, file: Int32) -> Int32 {
        unsafe access(link(to: file), W_OK) == 0 ? 0 : errno
    }

    /// Makes an empty file without a name in a folder; -1 with `errno` set.
    static func makeUnnamed(in folder: Int32) -> Int32 {
        let file = unsafe openat(folder, ".", unnamed | O_WRONLY | O_CLOEXEC, 0o600)
        // Kernels that do not know the flag open the folder.
        if file < 0, errno == EISDIR || errno == EINVAL { errno = EOPNOTSUPP }
        return file
    }

    /// Gives a file that was made without a name its name; returns 0 or an `errno`, such as `EEXIST` for a taken name.
    static func link(_ file: Int32, as name: String, in folder: Int32) -> Int32 {
        unsafe linkat(folder, link(to: file), folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// Whether an examined file has an access control list, which names users and groups beside those of its mode (`acl(5)`).
    static func hasAccessList(_ file: Int32) -> Bool {
        unsafe getxattr(link(to: file), accessList, nil, 0) >= 0 || !isAbsent(errno)
    }

    /// Removes the access control list of an open file; returns whether the file then has none.
    static func removeAccessList(from file: Int32) -> Bool {
        unsafe fremovexattr(file, accessList) == 0 || isAbsent(errno)
    }

    private static func isAbsent(_ number: Int32) -> Bool { number == ENODATA || number == EOPNOTSUPP }

    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
    #endif
}
