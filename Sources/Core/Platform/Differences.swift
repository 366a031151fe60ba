// Everything in which the C libraries of Linux and of Apple's systems differ, as far as the portable modules use it.

extension sigaction {
    /// The function that handles the signal, `SIG_DFL` or `SIG_IGN`.
    package var handler: (@convention(c) (Int32) -> Void)? {
        get {
            #if canImport(Darwin)
            unsafe __sigaction_u.__sa_handler
            #else
            unsafe __sigaction_handler.sa_handler
            #endif
        }
        set {
            #if canImport(Darwin)
            unsafe __sigaction_u.__sa_handler = newValue
            #else
            unsafe __sigaction_handler.sa_handler = newValue
            #endif
        }
    }
}

/// Writes a file's content or a folder's names to the device, so that they survive a power cut; returns 0, or -1 with `errno` set.
package func synchronize(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    // There `fsync` leaves the bytes in the cache of the device (fsync(2)); not every file system has the stronger call.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
}

/// Makes an empty regular file, without opening it under its path; returns 0, or -1 with `errno` set, `EEXIST` for a taken name.
///
/// The mode is 0600, as far as the umask allows.
package func makeEmptyFile(_ path: String) -> Int32 {
    #if canImport(Darwin)
    // There only root may call `mknod`. The file is closed before it has the path; the letters are the template of mkstemp(3).
    var template = Array("\(path).XXXXXX".utf8CString)
    let file = unsafe mkstemp(&template)
    guard file >= 0 else { return -1 }
    close(file)
    let result = unsafe link(template, path)
    let number = errno
    unsafe unlink(template)
    errno = number
    return result
    #else
    return unsafe mknod(path, S_IFREG | 0o600, 0)
    #endif
}
