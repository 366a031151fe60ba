import Glibc

/// A file without a name that programs do not inherit; it is closed with the last reference.
final class AnonymousFile: Sendable {
    let descriptor: Int32

    /// Creates a file with a content; its offset is the start.
    init(_ content: [UInt8] = []) throws {
        var template = Array("/tmp/sealedpush-stream-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Command.Failure(description: "no temporary file") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        var offset = 0
        while offset < content.count {
            let count = content.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: offset), content.count - offset, offset)
            }
            guard count > 0 else { throw Command.Failure(description: "a temporary file cannot be written") }
            offset += count
        }
    }

    deinit { close(descriptor) }

    /// The whole content.
    var content: [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(descriptor, &chunk, chunk.count, bytes.count)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
