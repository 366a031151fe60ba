import Glibc
import KeyManagement

/// Counts the openings of a file, by any process.
struct OpeningCounter: ~Copyable {
    private let descriptor: Int32
    private(set) var count = 0

    init(_ path: String) throws {
        descriptor = inotify_init1(O_NONBLOCK)
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else {
            throw KeyError(systemCall: "inotify")
        }
    }

    deinit { close(descriptor) }

    /// Counts 1 if the file was opened since the last call, however often: the system joins equal events.
    mutating func look() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        if read(descriptor, &buffer, buffer.count) > 0 { count += 1 }
    }
}
