import Platform
import Synchronization

/// Notices of a lock or a pipe that a call has been waiting for since a second; the command line's handler prints them.
package enum WaitNotice {
    package static let delay = Duration.seconds(1)

    private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sets the handler of notices, each one line in lower case without a full stop.
    package static func handle(by body: @escaping @Sendable (String) -> Void) {
        handler.withLock { $0 = body }
    }

    /// Waits until a pipe, opened without blocking, has something to read or its writer is gone.
    package static func waitForWriter(of descriptor: Int32, path: String) {
        var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var timeout = Int32(delay.components.seconds) * 1000
        while true {
            let count = unsafe poll(&pipe, 1, timeout)
            if count == 0 {
                report("waiting for another process to write to \(path)")
                timeout = -1
            } else if count > 0 || errno != EINTR {
                return
            }
        }
    }

    static func report(_ notice: String) {
        handler.withLock { $0 }?(notice)
    }
}
