package import CryptoPrimitives
import Platform

/// A passphrase in guarded memory: 1 to 1024 bytes, as typed.
///
/// Never part of opening a push: deriving a key from it takes more memory than an extension has.
public struct Passphrase: Sendable {
    package static let maximumByteCount = 1024

    package let memory: SecretMemory

    /// Takes a copy of a passphrase; the caller wipes its own.
    ///
    /// - Throws: ``KeyError`` with `wrongPassphrase` for one that is empty or too long.
    public init(copying text: Span<UInt8>) throws(KeyError) {
        try check(
            (1...Self.maximumByteCount).contains(text.count), .wrongPassphrase,
            "expected a passphrase of 1 to \(Self.maximumByteCount) bytes, found \(text.isEmpty ? "none" : "more")")
        memory = try withKeyErrors(try SecretMemory(copying: text))
    }

    /// Reads a passphrase from a file or a pipe; one line feed at its end does not belong to it.
    ///
    /// `onWait` is called with a line of text when a pipe has had no writer for a second.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `insecurePermissions` for a file that others may read, `wrongPassphrase` for
    ///   one that is empty or too long, `inputOutput`.
    public init(file path: String, onWait: ((String) -> Void)? = nil) throws(KeyError) {
        try self.init(file: path, isRegular: false, onWait: onWait)
    }

    /// Reads a passphrase from a file, and from a pipe, which may wait, unless the file has to be a regular one.
    init(file path: String, isRegular: Bool, onWait: ((String) -> Void)? = nil) throws(KeyError) {
        try check(!path.utf8.contains(0), .invalidName, "a path holds no zero byte")
        // Not blocking, so that waiting for the other end of a pipe can be reported.
        let file = try OpenFile(path, O_RDONLY | O_NONBLOCK, path: path)
        let mode = try file.metadata.st_mode
        if mode & S_IFMT == S_IFREG { try file.metadata.requirePrivacy(of: path, what: "a passphrase") }
        try check(!isRegular || mode & S_IFMT == S_IFREG, .locked, "\(path) is not a regular file, and is read once")
        if mode & S_IFMT == S_IFIFO { waitForWriter(of: file.descriptor, path: path, onWait: onWait) }
        guard fcntl(file.descriptor, F_SETFL, 0) == 0 else { throw KeyError(systemError: "\(path) cannot be read") }
        try self.init(reading: file)
    }

    /// Reads a line from an open terminal.
    package init(lineOf descriptor: Int32, name: String) throws(KeyError) {
        try self.init(reading: OpenFile(descriptor, path: name), untilLineFeed: true)
    }

    /// Reads a passphrase until the end of a file, or until a line feed.
    init(reading file: borrowing OpenFile, untilLineFeed: Bool = false) throws(KeyError) {
        // Two bytes more than fit, so that a line feed is seen and too much is noticed.
        let (text, count) = try file.readSecret(upTo: Self.maximumByteCount + 2, untilLineFeed: untilLineFeed)
        let path = file.path
        self = try text.withBytes { text throws(KeyError) in
            let endsLine = count > 0 && text[count - 1] == UInt8(ascii: "\n")
            try check(
                !endsLine || count == 1 || text[count - 2] != UInt8(ascii: "\r"), .wrongPassphrase,
                "\(path) ends in CR LF; expected the passphrase and at most a line feed")
            return try Passphrase(copying: text.extracting(0..<(endsLine ? count - 1 : count)))
        }
    }

    /// Whether this build has passphrases: libsodium has Argon2id, CryptoKit's API lacks it.
    package static var isSupported: Bool { Argon2id.isAvailable }

    /// Throws ``KeyError`` with `passphrasesUnavailable` in a build without passphrases.
    package static func requireSupport() throws(KeyError) {
        try check(
            isSupported, .passphrasesUnavailable, "this build has no passphrases: it was built without libsodium")
    }

    /// Whether two passphrases are the same, in time that depends on their lengths only.
    package func matches(_ other: Passphrase) -> Bool {
        memory.withBytes { left in other.memory.withBytes { right in constantTimeEqual(left, right) } }
    }
}
