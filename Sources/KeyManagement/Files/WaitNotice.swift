import Glibc
import Synchronization

/// Notices of what a call has been waiting for since a second, for a person to read: a lock that another process holds, or a pipe.
///
/// The library prints nothing; the command line sets the handler that does.
package enum WaitNotice {
    /// The wait after which a notice is made.
    package static let delay = Duration.seconds(1)

    private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sets the handler of notices, each one line in lower case without a full stop.
    package static func handle(by body: @escaping @Sendable (String) -> Void) {
        handler.withLock { $0 = body }
    }

    /// Waits until a pipe has something to read or its writer is gone, and reports that after ``delay``.
    ///
    /// The pipe is opened without blocking, which succeeds before there is a writer.
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

    /// Hands a notice to the handler, if there is one.
    static func report(_ notice: String) {
        let body = handler.withLock { $0 }
        body?(notice)
    }
}
