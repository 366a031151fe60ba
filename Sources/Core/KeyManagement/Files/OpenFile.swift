import CryptoPrimitives
import Platform

/// An open file, closed when it goes out of scope; all reading and writing of this module goes through it.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    /// The file's path, for messages.
    let path: String
    private let isOwned: Bool

    /// Opens a file, relative to an open folder if one is given; throws `inputOutput` with the failure's text or, for a file that
    /// is not to be made, `notFound`, or `notRegularFile` for a socket.
    init(
        _ file: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0, path: String,
        failure: String = "cannot be opened"
    ) throws(KeyError) {
        descriptor = unsafe openat(folder, file, flags | O_CLOEXEC, mode)
        self.path = path
        isOwned = true
        guard descriptor < 0 else { return }
        switch errno {
        case ENOENT where flags & O_CREAT == 0: throw KeyError(.notFound, "there is no \(path)")
        case ENXIO where flags & O_CREAT == 0: throw KeyError(.notRegularFile, "\(path) is not a regular file")
        default: throw KeyError(systemError: "\(path) \(failure)")
        }
    }

    /// Uses an open file, which the caller closes.
    init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isOwned = false
    }

    deinit {
        if isOwned, descriptor >= 0 { close(descriptor) }
    }

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
    func readSecret(
        upTo byteCount: Int, untilLineFeed: Bool = false
    ) throws(KeyError) -> (memory: SecretMemory, count: Int) {
        var count = 0
        let memory = try withKeyErrors(
            try unsafe SecretMemory(byteCount: byteCount) { buffer in
                count = unsafe read(into: buffer, untilLineFeed: untilLineFeed)
            })
        guard count >= 0 else { throw KeyError(systemError: "\(path) cannot be read") }
        return (memory, count)
    }

    /// Reads a number of bytes into guarded memory.
    func readSecret(byteCount: Int) throws(KeyError) -> SecretMemory {
        let (memory, count) = try readSecret(upTo: byteCount)
        try check(count == byteCount, .inputOutput, "\(path) changed while it was read")
        return memory
    }

    /// Reads the next 64 KiB, fewer before the end of the file, none at its end.
    func readChunk() throws(KeyError) -> [UInt8] {
        var count = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initializedCount in
            count = unsafe read(into: UnsafeMutableRawBufferPointer(buffer), untilLineFeed: false)
            initializedCount = max(count, 0)
        }
        guard count >= 0 else { throw KeyError(systemError: "\(path) cannot be read") }
        return chunk
    }

    /// Returns the number of bytes read, or -1 with `errno` set.
    private func read(into buffer: UnsafeMutableRawBufferPointer, untilLineFeed: Bool) -> Int {
        var offset = 0
        while offset < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
            let count = unsafe Platform.read(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return -1 }
            offset += count
            if count == 0 { break }
            // A terminal returns one line at most, so nothing after the line feed is read.
            if untilLineFeed, unsafe buffer[offset - 1] == UInt8(ascii: "\n") { break }
        }
        return offset
    }

    func write(_ bytes: Span<UInt8>) throws(KeyError) {
        guard writeAll(bytes, to: descriptor) == 0 else { throw KeyError(systemError: "\(path) cannot be written") }
    }
}

extension KeyError {
    /// An `inputOutput` error that ends in the system's words for the current `errno`.
    init(systemError what: String) {
        self.init(.inputOutput, unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}

/// Waits until a pipe, opened without blocking, has something to read or its writer is gone; after a second it gives notice.
package func waitForWriter(of descriptor: Int32, path: String, onWait: ((String) -> Void)?) {
    var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var timeout: Int32 = 1000
    while true {
        let count = unsafe poll(&pipe, 1, timeout)
        if count == 0 {
            onWait?("waiting for another process to write to \(path)")
            timeout = -1
        } else if count > 0 || errno != EINTR {
            return
        }
    }
}
