package import CryptoPrimitives
import Glibc

/// The source of a keyring's passphrase; asked only when the keyring turns out to be protected.
public typealias PassphraseSource = @Sendable (_ keyring: String) throws(KeyError) -> Passphrase

/// A passphrase in guarded memory: 1 to 1024 bytes, just as they were typed.
///
/// Never a part of the path that opens a push: deriving a key of it takes more memory than an extension has.
public struct Passphrase: Sendable {
    /// The longest passphrase in bytes.
    public static let maximumByteCount = 1024

    package let memory: SecretMemory

    /// Takes a copy of a passphrase; the caller wipes its own.
    ///
    /// - Throws: ``KeyError`` with `wrongPassphrase` for one that is empty or too long.
    public init(copying text: Span<UInt8>) throws(KeyError) {
        guard (1...Self.maximumByteCount).contains(text.count) else {
            throw KeyError(.wrongPassphrase, "a passphrase has 1 to \(Self.maximumByteCount) bytes")
        }
        do throws(CryptoError) {
            memory = try SecretMemory(copying: text)
        } catch {
            throw KeyError(error)
        }
    }

    /// Reads a passphrase from a file or a pipe; one line feed at its end does not belong to it.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `insecurePermissions` for a file that others may read, `wrongPassphrase` for
    ///   one that is empty or too long, `inputOutput`.
    public init(file path: String) throws(KeyError) {
        guard !path.utf8.contains(0) else { throw KeyError(.invalidName, "a path holds no zero byte") }
        // Not blocking, so that waiting for the other end of a pipe can be reported.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? KeyError(.notFound, "there is no \(path)") : KeyError(systemError: "\(path) cannot be opened")
        }
        defer { close(descriptor) }
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else {
            throw KeyError(systemError: "\(path) cannot be examined")
        }
        guard metadata.st_mode & S_IFMT != S_IFREG || metadata.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw KeyError(
                .insecurePermissions, "\(path) holds a passphrase and others may read it; say chmod 600 \(path)")
        }
        if metadata.st_mode & S_IFMT == S_IFIFO { WaitNotice.waitForWriter(of: descriptor, path: path) }
        guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw KeyError(systemError: "\(path) cannot be read") }
        try self.init(lineFrom: descriptor, path: path, stopsAtLineFeed: false)
    }

    /// Reads a passphrase until the end of the input, or until a line feed, straight into memory that is wiped.
    init(lineFrom descriptor: Int32, path: String, stopsAtLineFeed: Bool) throws(KeyError) {
        // Two bytes more than fit, so that a line feed is seen and too much is noticed.
        self = try unsafe withSecretScratch(byteCount: Self.maximumByteCount + 2) { buffer throws(KeyError) in
            var count = 0
            while count < buffer.count {
                // One byte at a time from a terminal, so that what follows the line stays for others.
                let wanted = stopsAtLineFeed ? 1 : buffer.count - count
                let start = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).baseAddress
                let received = unsafe read(descriptor, start, wanted)
                if received < 0, errno == EINTR { continue }
                guard received >= 0 else { throw KeyError(systemError: "\(path) cannot be read") }
                count += received
                if received == 0 { break }
                if stopsAtLineFeed, unsafe buffer[count - 1] == 0x0A { break }
            }
            if count > 0, unsafe buffer[count - 1] == 0x0A { count -= 1 }
            let text = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
            return try unsafe Passphrase(copying: Span(_unsafeBytes: text))
        }
    }

    /// Whether two passphrases are the same, in time that depends on their lengths only.
    package func matches(_ other: Passphrase) -> Bool {
        memory.withBytes { left in other.memory.withBytes { right in constantTimeEqual(left, right) } }
    }
}
