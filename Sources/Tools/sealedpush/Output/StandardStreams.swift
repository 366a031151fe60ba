import Platform

/// The three streams that every process starts with, and the reading and writing of descriptors.
enum StandardStreams {
    /// Opens streams that are closed, and makes a file-size limit an error, not the end of the process.
    ///
    /// A file with the number of standard error would get the error messages. The replacement of a closed stream cannot
    /// be written, so that lost output is noticed.
    static func prepare() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
        // A file above the limit of the shell's `ulimit -f` is reported, and its beginning removed.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Reads the available bytes, at most 64 KiB, or waits for some; none at the end.
    static func read(_ descriptor: Int32, name: String) throws(Failure) -> [UInt8] {
        while true {
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let result = unsafe Platform.read(descriptor, buffer.baseAddress, buffer.count)
                number = result < 0 ? errno : 0
                count = max(0, result)
            }
            switch number {
            case 0: return bytes
            case EINTR: continue
            case EAGAIN: waitUntilReady(descriptor, POLLIN)
            default: throw .system("\(name) cannot be read", number)
            }
        }
    }

    /// Checks the result of a write to standard output; a closed pipe ends the process quietly.
    static func check(_ number: Int32) throws(Failure) {
        if number == EPIPE { Interruption.end(by: SIGPIPE) }
        guard number == 0 else { throw .system("standard output cannot be written", number) }
    }
}
