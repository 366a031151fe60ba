package import CryptoPrimitives
public import StrictJSON

/// A keyring as text, in guarded memory that is wiped when the last reference goes: what a store keeps.
///
/// The text is a JWK Set, or the protected form of one; a store need not parse it.
public struct KeyringText: Sendable {
    package let memory: SecretMemory

    package var byteCount: Int { memory.byteCount }

    /// Takes a copy of text that a store kept; the caller wipes its own.
    ///
    /// - Throws: ``KeyError`` with `truncated` for an empty text, `tooLarge`, `unavailable` without guarded memory.
    public init(copying text: Span<UInt8>) throws(KeyError) {
        try check(!text.isEmpty, .truncated, "the text of a keyring is empty")
        try check(
            text.count <= KeySetReader.maximumByteCount, .tooLarge,
            "a keyring has at most \(KeySetReader.maximumByteCount) bytes, not \(text.count)")
        memory = try withKeyErrors(try SecretMemory(copying: text))
    }

    /// Room for some 4000 keys of another program.
    private static let maximumImportByteCount = 1 << 20

    /// Reads a file or a pipe to its end into guarded memory; throws `tooLarge` above 1 MiB, `truncated` for an empty one.
    package init(reading descriptor: Int32, name: String) throws(KeyError) {
        let file = OpenFile(descriptor, path: name)
        let (text, count) = try file.readSecret(upTo: Self.maximumImportByteCount + 1, untilLineFeed: false)
        try check(
            count <= Self.maximumImportByteCount, .tooLarge,
            "\(name) has more than \(Self.maximumImportByteCount) bytes")
        try check(count > 0, .truncated, "\(name) is empty")
        self = try text.withBytes { text throws(KeyError) in try KeyringText(copying: text.extracting(0..<count)) }
    }

    package init(_ memory: SecretMemory) {
        self.memory = memory
    }

    /// The SHA-256 of the text in base64url, which tells two versions of a keyring apart.
    package var version: String { Thumbprint(bytes: memory.withBytes { SHA256.digest(of: $0) }).description }

    /// Lends the text for the duration of `body`.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try memory.withBytes(body)
    }

    /// Writes the text to an open file or pipe.
    package func write(to descriptor: Int32, name: String) throws(KeyError) {
        let file = OpenFile(descriptor, path: name)
        try withBytes { text throws(KeyError) in try file.write(text) }
    }
}

extension Keyring {
    /// Reads a keyring from the text that a store kept.
    ///
    /// - Throws: ``KeyError`` with `malformed` and the other codes of a wrong file, `locked` where a passphrase is missing.
    public init(_ text: KeyringText, name: UTF8Text, passphrase: PassphraseSource? = nil) throws(KeyError) {
        self = try KeySetReader.read(text.memory, name: name, passphrase: passphrase)
    }

    /// The keyring as text for a store: with its secrets, and protected where a passphrase protects it.
    ///
    /// - Throws: ``KeyError`` with `noKey` for a keyring without a key, `tooLarge`, or `unavailable` without guarded memory.
    public func text() throws(KeyError) -> KeyringText {
        try check(!keys.isEmpty, .noKey, "keyring \(name) holds no key, and is stored once it holds one")
        // A version that a published set or a copy brought along could be the last one.
        try check(setVersion < 1 << 53, .malformed, "keyring \(name) has no version after this one")
        let text = try KeySetWriter.write(self)
        let kept = if let protection { try protection.seal(text, of: self) } else { text }
        try check(
            kept.byteCount <= KeySetReader.maximumByteCount, .tooLarge,
            "keyring \(name) would have \(kept.byteCount) bytes, more than a reader takes")
        return KeyringText(kept)
    }
}
