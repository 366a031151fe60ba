import Glibc
import StrictJSON

extension KeyFolder {
    /// Appends lines to a log and synchronizes it, before the change that they tell of is made.
    ///
    /// So whatever happened to a key stands in the log; after a crash the last lines may tell of a change that did not
    /// happen. The caller holds the folder's lock.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`.
    func append(_ events: [KeyEvent], toLog file: String) throws(KeyError) {
        guard !events.isEmpty else { return }
        let isNew = !contains(file)
        // Readable as well, to see whether a crash cut the last line off.
        let log = unsafe openat(
            descriptor, file, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard log >= 0 else { throw KeyError(systemError: "\(path(of: file)) cannot be opened") }
        defer { close(log) }
        var lines: [UInt8] = endsInsideLine(log) ? [0x0A] : []
        for event in events { lines += event.json.serialized() + [0x0A] }
        let isWritten = unsafe lines.withUnsafeBytes { unsafe writeFully(log, $0) }
        guard isWritten, fsync(log) == 0 else { throw KeyError(systemError: "\(path(of: file)) cannot be written") }
        if isNew { try synchronize() }
    }

    private func endsInsideLine(_ log: Int32) -> Bool {
        let end = lseek(log, -1, SEEK_END)
        guard end >= 0 else { return false }
        var last: UInt8 = 0
        return unsafe pread(log, &last, 1, end) == 1 && last != 0x0A
    }
}
