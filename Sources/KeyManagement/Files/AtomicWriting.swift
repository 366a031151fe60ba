import CryptoPrimitives
import Glibc

extension KeyFolder {
    /// Makes a file with all of its content, or leaves nothing behind; a name that is taken is refused.
    ///
    /// The caller holds the folder's lock.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists` or `inputOutput`.
    func create(_ file: String, _ text: SecretMemory, mode: mode_t) throws(KeyError) {
        let temporary = try writeTemporary(for: file, text, mode: mode)
        defer { unsafe unlinkat(descriptor, temporary, 0) }
        guard unsafe linkat(descriptor, temporary, descriptor, file, 0) == 0 else {
            throw errno == EEXIST
                ? KeyError(.alreadyExists, "\(path(of: file)) exists and is not overwritten")
                : KeyError(systemError: "\(path(of: file)) cannot be made")
        }
        try synchronize()
    }

    /// Puts a new content in place of a file's, so that whoever opens it finds the old one or the new one, whole.
    ///
    /// The caller holds the folder's lock.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`; the file is then as it was, or as it was to be.
    func replace(_ file: String, with text: SecretMemory, mode: mode_t) throws(KeyError) {
        let temporary = try writeTemporary(for: file, text, mode: mode)
        guard unsafe renameat(descriptor, temporary, descriptor, file) == 0 else {
            let error = KeyError(systemError: "\(path(of: file)) cannot be replaced")
            unsafe unlinkat(descriptor, temporary, 0)
            throw error
        }
        try synchronize()
    }

    /// Takes back a file that was just made.
    func remove(_ file: String) {
        unsafe unlinkat(descriptor, file, 0)
    }

    /// Writes and synchronizes a file beside the one that it is to become, and returns its name.
    ///
    /// The name is always the same, so that what a killed process left there is cleared away by the next one.
    private func writeTemporary(for file: String, _ text: SecretMemory, mode: mode_t) throws(KeyError) -> String {
        let name = ".\(file).new"
        unsafe unlinkat(descriptor, name, 0)
        let output = unsafe openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard output >= 0 else { throw KeyError(systemError: "\(path(of: file)) cannot be written") }
        let isWritten = text.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe writeFully(output, $0) }
        }
        // The mode again, since umask may have narrowed the one asked for.
        let isDurable = isWritten && fchmod(output, mode) == 0 && fsync(output) == 0
        let failure = isDurable ? nil : KeyError(systemError: "\(path(of: file)) cannot be written")
        let isClosed = close(output) == 0
        guard isClosed, failure == nil else {
            unsafe unlinkat(descriptor, name, 0)
            throw failure ?? KeyError(.inputOutput, "\(path(of: file)) cannot be written")
        }
        return name
    }
}

/// Writes all bytes; returns whether it could.
func writeFully(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset < bytes.count {
        let count = unsafe Glibc.write(
            descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]).baseAddress, bytes.count - offset)
        if count < 0 {
            if errno == EINTR { continue }
            return false
        }
        offset += count
    }
    return true
}
