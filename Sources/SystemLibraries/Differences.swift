// Everything in which the C libraries of Linux and of Apple's systems differ, as far as the portable modules use it.

extension stat {
    /// The time of the last change of a file's content or metadata.
    package var statusChange: timespec {
        #if canImport(Darwin)
        st_ctimespec
        #else
        st_ctim
        #endif
    }
}

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
