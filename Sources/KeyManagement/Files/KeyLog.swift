import Glibc
import StrictJSON

extension KeyFolder {
    /// Writes a log's present content, and a line for each event behind it.
    ///
    /// A log is replaced whole, like the other files of a keyring, so that it tells of a change exactly if it happened.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`.
    func copy(log file: String, appending events: [KeyEvent], to output: Int32) throws(KeyError) {
        var last = UInt8(ascii: "\n")
        let log = unsafe openat(descriptor, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard log >= 0 || errno == ENOENT else { throw KeyError(systemError: "\(path(of: file)) cannot be opened") }
        defer { if log >= 0 { close(log) } }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while log >= 0 {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe readFully(log, into: $0) }
            guard count >= 0 else { throw KeyError(systemError: "\(path(of: file)) cannot be read") }
            guard count > 0 else { break }
            try write(chunk[..<count], of: file, to: output)
            last = chunk[count - 1]
        }
        // What others wrote may end inside a line.
        var lines = last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        for event in events { lines += event.json.serialized() + [UInt8(ascii: "\n")] }
        try write(lines[...], of: file, to: output)
    }

    private func write(_ bytes: ArraySlice<UInt8>, of file: String, to output: Int32) throws(KeyError) {
        guard unsafe bytes.withUnsafeBytes({ unsafe writeFully(output, $0) }) else {
            throw KeyError(systemError: "\(path(of: file)) cannot be written")
        }
    }
}
