/// A file that is read or written from its start to its end; closed with the last reference.
///
/// A new file has a random name beside its target, and is removed unless it gets the target's name.
package final class ByteFile {
    /// The failure of a call of the system, by its `errno`.
    package struct Failure: Error {
        package let number: Int32
    }

    /// The size of a buffer in which files are read, in bytes.
    package static let bufferByteCount = 65_536

    private let descriptor: Int32
    /// The path of a new file that has no name of its own yet.
    private var temporary: String?

    /// Opens a regular file for reading.
    package init(reading path: String) throws(Failure) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else { throw Failure(number: errno) }
        guard metadata.st_mode & S_IFMT == S_IFREG else { throw Failure(number: EINVAL) }
    }

    /// Makes a file in a folder; its mode is that of a file for its owner only, or another one as far as the umask allows.
    package init(in folder: String, mode: mode_t = 0o600) throws(Failure) {
        let path = "\(folder)/.sealedpush-\(UInt64.random(in: .min ... .max))"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        temporary = path
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let temporary { unsafe unlink(temporary) }
    }

    /// Replaces the content of a buffer by the next bytes, at most ``bufferByteCount``; false at the end.
    package func read(into buffer: inout [UInt8]) throws(Failure) -> Bool {
        if buffer.count < Self.bufferByteCount { buffer = [UInt8](repeating: 0, count: Self.bufferByteCount) }
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Platform.read(descriptor, $0.baseAddress, $0.count)
            }
            guard count < 0 else {
                buffer.removeLast(buffer.count - count)
                return count > 0
            }
            if errno != EINTR { throw Failure(number: errno) }
        }
    }

    package func write(_ bytes: Span<UInt8>) throws(Failure) {
        let number = writeAll(bytes, to: descriptor)
        guard number == 0 else { throw Failure(number: number) }
    }

    /// Continues at the first byte.
    package func rewind() throws(Failure) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Failure(number: errno) }
    }

    /// Gives a new file its name, in place of a file or a link of that name.
    package func rename(to path: String) throws(Failure) {
        guard let temporary else { throw Failure(number: EINVAL) }
        guard unsafe Platform.rename(temporary, path) == 0 else { throw Failure(number: errno) }
        self.temporary = nil
    }
}
