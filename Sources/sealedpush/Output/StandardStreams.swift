import Glibc

/// The three streams that every process starts with.
enum StandardStreams {
    /// Sees to it that none of the three is closed and that a full disk is an error, not the end of the process.
    ///
    /// A file opened where standard error was closed would otherwise get the error messages. What takes a closed stream's
    /// place cannot be written, so that lost output is noticed.
    static func prepare() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
        // A file above the limit of the shell's `ulimit -f` is reported, and its beginning removed.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Checks that files can be opened beside the three: Dispatch and SQLite end the process where they cannot.
    ///
    /// - Throws: ``Failure`` where fewer than 16 are left.
    static func requireDescriptors() throws(Failure) {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        for _ in 0..<16 {
            let descriptor = dup(STDIN_FILENO)
            guard descriptor >= 0 else {
                throw Failure(
                    "expected 16 free file descriptors, found \(descriptors.count)",
                    hints: ["'ulimit -n 256' allows more of them"])
            }
            descriptors.append(descriptor)
        }
    }

    /// Writes a text and a line feed to standard output; says whether it could.
    static func print(_ text: String) -> Bool {
        do throws(Failure) {
            try OutputTarget(path: nil).write(report: text)
            return true
        } catch {
            Diagnostics.report(error)
            return false
        }
    }

    /// Writes all bytes; returns the `errno` of the failure, or 0.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 { write(bytes.span, to: descriptor) }

    /// Writes all bytes; returns the `errno` of the failure, or 0.
    ///
    /// A closed pipe ends the process quietly by SIGPIPE; where that is ignored, the caller sees `EPIPE`.
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32, unless isCancelled: () -> Bool = { false }) -> Int32 {
        var offset = 0
        while offset < bytes.count {
            if isCancelled() { return EINTR }
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset...]).baseAddress, buffer.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            offset += count
        }
        return 0
    }
}
