import CryptoPrimitives
import Platform
import StrictJSON

/// An open file, closed when it goes out of scope; all reading and writing of this module goes through it.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    /// The file's path, for messages.
    let path: String

    /// Opens a file, relative to an open folder if one is given; throws `inputOutput` with the failure's text or, for a file that
    /// is not to be made, `notFound`, or `notRegularFile` for a socket.
    init(
        _ file: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0, path: String,
        failure: String = "cannot be opened"
    ) throws(KeyError) {
        let descriptor = unsafe openat(folder, file, flags | O_CLOEXEC, mode)
        guard descriptor != -1 else {
            switch errno {
            case ENOENT where flags & O_CREAT == 0: throw KeyError(.notFound, "there is no \(path)")
            case ENXIO: throw KeyError(.notRegularFile, "\(path) is not a regular file")
            default: throw KeyError(systemError: "\(path) \(failure)")
            }
        }
        self.descriptor = descriptor
        self.path = path
    }

    /// Uses a copy of the descriptor of an open file, which the caller closes.
    init(_ descriptor: Int32, path: String) {
        // If there is no copy, reading and writing fail.
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        self.path = path
    }

    deinit { close(descriptor) }

    var metadata: stat {
        get throws(KeyError) {
            var metadata = stat()
            guard unsafe fstat(descriptor, &metadata) == 0 else {
                throw KeyError(systemError: "\(path) cannot be examined")
            }
            return metadata
        }
    }

    /// Reads into guarded memory until the memory is full, the file ends or, if asked for, a line ends.
    func readSecret(upTo byteCount: Int, untilLineFeed: Bool) throws(KeyError) -> (memory: SecretMemory, count: Int) {
        var count = 0
        let memory = try withKeyErrors(
            try unsafe SecretMemory(byteCount: byteCount) { buffer in
                count = unsafe readAll(descriptor, into: buffer, untilLineFeed: untilLineFeed)
            })
        guard count != -1 else { throw KeyError(systemError: "\(path) cannot be read") }
        return (memory, count)
    }

    /// Reads a number of bytes into guarded memory.
    func readSecret(byteCount: Int) throws(KeyError) -> SecretMemory {
        let (memory, count) = try readSecret(upTo: byteCount, untilLineFeed: false)
        try check(count == byteCount, .inputOutput, "\(path) changed while it was read")
        return memory
    }

    /// Reads the next 64 KiB, fewer before the end of the file, none at its end.
    func readChunk() throws(KeyError) -> [UInt8] {
        var count = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initializedCount in
            count = unsafe readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer), untilLineFeed: false)
            initializedCount = max(count, 0)
        }
        guard count != -1 else { throw KeyError(systemError: "\(path) cannot be read") }
        return chunk
    }

    func write(_ bytes: Span<UInt8>) throws(KeyError) {
        guard writeAll(bytes, to: descriptor) == 0 else { throw KeyError(systemError: "\(path) cannot be written") }
    }

    /// Appends lines to a log, and first ends a line that another program or a crash cut off.
    func append(_ events: [JSONObject]) throws(KeyError) {
        guard !events.isEmpty else { return }
        // Fails for an empty log, of which nothing is read.
        lseek(descriptor, -1, SEEK_END)
        var lines: [UInt8] = []
        if let last = try readChunk().last, last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
        for event in events { lines += event.serialized() + [UInt8(ascii: "\n")] }
        try write(lines.slice.span)
        try synchronize()
    }

    /// Makes the content of a file, or the names in a folder, survive a power cut.
    func synchronize() throws(KeyError) {
        guard Platform.synchronize(descriptor) == 0 else {
            throw KeyError(systemError: "\(path) cannot be synchronized")
        }
    }
}

extension KeyError {
    /// An `inputOutput` error that ends in the system's words for the current `errno`.
    init(systemError what: String) {
        self.init(.inputOutput, unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}
