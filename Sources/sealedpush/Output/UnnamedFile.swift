import Glibc

/// A file that is written before it has a name, so that nothing is left of it whatever ends the process.
///
/// Where the file takes the place of another, it has a temporary name between two calls of the system. A signal that comes
/// then waits; only SIGKILL and a power cut leave it. The same holds for the time of the writing on file systems that
/// have no files without a name, such as NFS.
enum UnnamedFile {
    /// `O_TMPFILE`, which glibc's header shows only to those who define `_GNU_SOURCE`.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    /// Writes a file and gives it its name; returns 0, or the `errno` of the failure, such as `EEXIST` for a name that is
    /// taken and not to be replaced.
    static func write(_ bytes: Span<UInt8>, to path: String, mode: mode_t, isReplacing: Bool) -> Int32 {
        Interruption.held { isInterrupted in
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? "./"
            let name = "\(folder).sealedpush-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            var isNamed = false
            var file = unsafe open(folder, unnamed | O_WRONLY | O_CLOEXEC, 0o600)
            // EISDIR: kernels that do not know the flag.
            if file < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
                file = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                isNamed = file >= 0
            }
            guard file >= 0 else { return errno }
            var number = StandardStreams.write(bytes, to: file, unless: isInterrupted)
            if number == 0, fchmod(file, mode) != 0 || fsync(file) != 0 { number = errno }
            if number == 0, isInterrupted() { number = EINTR }
            if number == 0, !isNamed || !isReplacing {
                let source = isNamed ? name : "/proc/self/fd/\(file)"
                let target = isReplacing ? name : path
                number = unsafe linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
                isNamed = isNamed || number == 0 && isReplacing
            }
            if number == 0, isReplacing {
                number = unsafe rename(name, path) == 0 ? 0 : errno
                isNamed = number != 0
            }
            if isNamed { unsafe unlink(name) }
            close(file)
            return number
        }
    }
}
