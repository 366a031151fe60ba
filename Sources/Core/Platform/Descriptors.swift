/// Reads until a buffer is full, the file ends or, if asked for, a line ends; returns the number of bytes, or -1 with `errno` set.
package func readAll(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, untilLineFeed: Bool) -> Int {
    var offset = 0
    while offset < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
        let count = unsafe read(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return -1 }
        offset += count
        if count == 0 { break }
        // A terminal returns one line at most, so nothing after the line feed is read.
        if untilLineFeed, unsafe buffer[offset - 1] == UInt8(ascii: "\n") { break }
    }
    return offset
}

/// Writes all bytes; returns the `errno` of the failure, or 0.
///
/// A closed pipe ends the process quietly by SIGPIPE; where that is ignored, the caller sees `EPIPE`.
package func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
    var offset = 0
    while offset < bytes.count {
        let count = unsafe bytes.extracting(offset...).withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 {
            offset += count
        } else if errno == EAGAIN {
            waitUntilReady(descriptor, POLLOUT)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// Waits until a descriptor that does not block can be read or written; a signal ends the wait.
package func waitUntilReady(_ descriptor: Int32, _ events: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
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

/// The names of everything in an open folder, `.` and `..` too, or nil with `errno` set.
package func names(inFolder descriptor: Int32) -> [String]? {
    // A descriptor of its own, since closing the stream closes it.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
        names.append(
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            })
    }
    return names
}

/// A path without links, or nil with `errno` set.
package func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}
