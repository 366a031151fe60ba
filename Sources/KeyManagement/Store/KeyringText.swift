package import CryptoPrimitives

/// A keyring as text, in guarded memory that is wiped when the last reference goes: what a store keeps.
///
/// The text is a JWK Set, or the protected form of one; a store need not look into it.
public struct KeyringText: Sendable {
    package let memory: SecretMemory

    /// The size in bytes.
    public var byteCount: Int { memory.byteCount }

    /// Takes a copy of text that a store kept; the caller wipes its own.
    ///
    /// - Throws: ``KeyError`` with `truncated` for an empty text, `tooLarge`, `unavailable` without guarded memory.
    public init(copying text: Span<UInt8>) throws(KeyError) {
        guard !text.isEmpty else { throw KeyError(.truncated, "the text of a keyring is empty") }
        guard text.count <= KeySetReader.maximumByteCount else {
            throw KeyError(.tooLarge, "a keyring has at most \(KeySetReader.maximumByteCount) bytes, not \(text.count)")
        }
        do throws(CryptoError) {
            memory = try SecretMemory(copying: text)
        } catch {
            throw KeyError(error)
        }
    }

    package init(_ memory: SecretMemory) {
        self.memory = memory
    }

    /// Lends the text for the duration of `body`.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try memory.withBytes(body)
    }
}

extension Keyring {
    /// Reads a keyring from the text that a store kept.
    ///
    /// - Throws: ``KeyError`` with `malformed` and the other codes of a wrong file, `locked` where a passphrase is missing.
    public init(_ text: KeyringText, name: String, passphrase: PassphraseSource? = nil) throws(KeyError) {
        self = try KeySetReader.read(text.memory, name: name, passphrase: passphrase)
    }

    /// The keyring as text for a store: with its secrets, and protected where a passphrase protects it.
    ///
    /// - Throws: ``KeyError`` with `tooLarge`, or `unavailable` when guarded memory is not to be had.
    public func text() throws(KeyError) -> KeyringText {
        let text = try KeySetWriter.write(self)
        let kept = if let protection { try protection.seal(text) } else { text }
        guard kept.byteCount <= KeySetReader.maximumByteCount else {
            throw KeyError(
                .tooLarge, "keyring \(name) would have \(kept.byteCount) bytes, more than a reader takes")
        }
        return KeyringText(kept)
    }
}
