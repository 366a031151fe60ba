package import CryptoPrimitives

/// One 32-byte symmetric key that both halves hold, in guarded memory.
public struct SharedKey: Sendable, CustomStringConvertible {
    /// The size in bytes.
    public static let byteCount = XChaCha20Poly1305.keyByteCount

    /// The 32 secret bytes.
    package let secret: SecretMemory
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// Makes a new key.
    ///
    /// - Throws: ``KeyError`` with `unavailable` when guarded memory is not to be had.
    public init() throws(KeyError) {
        do throws(CryptoError) {
            try self.init(SecretMemory(randomByteCount: Self.byteCount))
        } catch {
            throw KeyError(error)
        }
    }

    package init(_ secret: SecretMemory) throws(CryptoError) {
        guard secret.byteCount == Self.byteCount else { throw .incorrectSize }
        self.secret = secret
        thumbprint = try Thumbprint(of: secret)
    }

    /// The role and the id.
    public var description: String { "shared key \(id)" }
}
