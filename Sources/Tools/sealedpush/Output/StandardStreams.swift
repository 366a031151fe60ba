import Dispatch
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

    /// Checks that files can be opened beside the three: Dispatch and SQLite end the process where they cannot.
    static func requireDescriptors() throws(Failure) {
        let descriptors = (0..<16).map { _ in dup(STDIN_FILENO) }.filter { $0 >= 0 }
        for descriptor in descriptors { close(descriptor) }
        guard descriptors.count == 16 else {
            throw Failure(
                "expected 16 free file descriptors, found \(descriptors.count)",
                hints: ["'ulimit -n 256' allows more of them"])
        }
    }

    /// Holds back the threads of ``requireThreads()``, so that all exist at once.
    private static let gate = DispatchSemaphore(value: 0)

    /// Checks that threads can be created: Foundation and Dispatch wait without end where they cannot.
    static func requireThreads() throws(Failure) {
        var threads: [pthread_t] = []
        for _ in 0..<4 {
            let wait: ThreadBody = { _ in
                StandardStreams.gate.wait()
                return nil
            }
            guard let thread = unsafe startThread(wait) else { break }
            threads.append(thread)
        }
        for _ in threads { gate.signal() }
        for thread in threads { pthread_join(thread, nil) }
        guard threads.count == 4 else {
            throw Failure(
                "expected to create 4 threads, created \(threads.count)",
                hints: ["'ulimit -u' shows how many threads and processes this user may have"])
        }
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
            case EAGAIN: wait(for: descriptor, POLLIN)
            default: throw .system("\(name) cannot be read", number)
            }
        }
    }

    /// Writes all bytes; returns the `errno` of the failure, or 0.
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
        let count = bytes.count
        return write(bytes, to: descriptor) { _ in count }
    }

    /// Writes bytes up to an end, which may change while it writes; returns the `errno` of the failure, or 0.
    ///
    /// A closed pipe ends the process quietly by SIGPIPE; where that is ignored, the caller sees `EPIPE`.
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32, upTo end: (_ offset: Int) -> Int) -> Int32 {
        var offset = 0
        while true {
            let end = end(offset)
            guard offset < end else { return 0 }
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Platform.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset..<end]).baseAddress, end - offset)
            }
            if count >= 0 {
                offset += count
            } else if errno == EAGAIN {
                wait(for: descriptor, POLLOUT)
            } else if errno != EINTR {
                return errno
            }
        }
    }

    /// Checks the result of a write to standard output; a closed pipe ends the process quietly.
    static func check(_ number: Int32) throws(Failure) {
        if number == EPIPE { Interruption.end(by: SIGPIPE) }
        guard number == 0 else { throw .system("standard output cannot be written", number) }
    }

    /// Waits until a descriptor that does not block can be read or written; a signal ends the wait.
    private static func wait(for descriptor: Int32, _ events: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}
