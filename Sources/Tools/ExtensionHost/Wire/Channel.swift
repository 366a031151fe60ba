import Glibc
import Synchronization

/// One end of a socket pair: a write to a process that has ended returns an error, not a signal as for a pipe.
package final class Channel: Sendable {
    package let descriptor: Int32
    private let writing = Mutex(false)

    /// Takes ownership of a socket.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends all bytes; waits while the other end does not read, for the limit in all (nil: none).
    ///
    /// After a failure nothing more is sent.
    func send(_ bytes: [UInt8], within limit: Duration? = nil) {
        writing.withLock { isBroken in
            guard !isBroken else { return }
            let start = ContinuousClock.now
            var rest = bytes[...]
            while !rest.isEmpty {
                if let count = sendAvailable(rest) {
                    rest = rest.dropFirst(count)
                    if rest.isEmpty { return }
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    let left = limit.map { Int32(max(.zero, $0 - (.now - start)) / .milliseconds(1)) } ?? -1
                    isBroken = unsafe poll(&waiting, 1, left) <= 0
                } else {
                    isBroken = true
                }
                if isBroken { return }
            }
        }
    }

    /// Sends as many bytes as the socket takes without waiting, and returns their number; nil if the other end is closed.
    package func sendAvailable(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return 0
            default: return nil
            }
        }
    }

    /// Ends the stream to the other end, which then reads to its end.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads the available bytes, up to 64 KiB; empty at the end of the stream, nil if no byte is available.
    package func receive(waiting: Bool) -> [UInt8]? {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, waiting ? 0 : Int32(MSG_DONTWAIT))
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: return []
            }
        }
    }
}
