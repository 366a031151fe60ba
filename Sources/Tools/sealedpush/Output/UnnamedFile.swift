import CryptoPrimitives
import Platform
import StrictJSON

/// A file that gets its name after it is written, so that an ended process leaves nothing of it.
///
/// A file that replaces another has a temporary name between two system calls. Signals wait until the second one; only
/// SIGKILL and a power cut leave the temporary file. On macOS, and on file systems without unnamed files, such as NFS, the same
/// holds for the duration of the write.
enum UnnamedFile {
    /// Writes a file and gives it its name in an open folder; returns 0, or an `errno` such as `EEXIST` for a taken name.
    ///
    /// With the group of an existing file of that name, replaces it, readable only by users who could read that file.
    static func write(
        _ bytes: Span<UInt8>, as name: String, in folder: Int32, mode: mode_t, replacingFileOfGroup group: gid_t? = nil
    ) -> Int32 {
        Interruption.held { isInterrupted in
            let temporaryName =
                ".sealedpush-\(Base64URL.string(encoding: Randomness.system.bytes(count: 12).slice.span))"
            var isNamed = false
            var file = FileSystem.makeUnnamed(in: folder)
            if file < 0, errno == EOPNOTSUPP {
                file = unsafe openat(folder, temporaryName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                isNamed = file >= 0
            }
            guard file >= 0 else { return errno }
            let count = bytes.count
            var number = StandardStreams.write(bytes, to: file) { isInterrupted() ? $0 : count }
            if number == 0 { number = allow(mode, for: group, on: file) }
            if number == 0, synchronize(file) != 0 { number = errno }
            if number == 0, isInterrupted() { number = EINTR }
            let isReplacing = group != nil
            if number == 0, !isNamed || !isReplacing {
                if isNamed {
                    number = unsafe linkat(folder, temporaryName, folder, name, 0) == 0 ? 0 : errno
                } else {
                    number = FileSystem.link(file, as: isReplacing ? temporaryName : name, in: folder)
                }
                isNamed = isNamed || number == 0 && isReplacing
            }
            if number == 0, isReplacing {
                number = unsafe renameat(folder, temporaryName, folder, name) == 0 ? 0 : errno
                isNamed = number != 0
            }
            if isNamed { unsafe unlinkat(folder, temporaryName, 0) }
            close(file)
            return number
        }
    }

    /// Gives a file its permissions, as those of a group if there is one; returns 0 or the `errno` of the failure.
    private static func allow(_ mode: mode_t, for group: gid_t?, on file: Int32) -> Int32 {
        var mode = mode
        if let group {
            // A list that the folder hands down would let others in.
            guard FileSystem.removeAccessList(from: file) else { return errno }
            if fchown(file, uid_t.max, group) != 0 {
                // Of two groups that change sides, each may do what both could.
                let shared = mode >> 3 & mode & 0o7
                mode = mode & 0o700 | shared << 3 | shared
            }
        }
        return fchmod(file, mode) == 0 ? 0 : errno
    }
}
