package import CryptoPrimitives

/// One 32-byte symmetric key that both halves hold, in guarded memory.
public struct SharedKey: Sendable, CustomStringConvertible {
    package static let byteCount = XChaCha20Poly1305.keyByteCount

    package let secret: SecretMemory
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// Makes a new key.
    ///
    /// - Throws: ``KeyError`` with `unavailable` without guarded memory.
    public init() throws(KeyError) {
        try self.init(withKeyErrors(try SecretMemory(randomByteCount: Self.byteCount)))
    }

    package init(_ secret: SecretMemory) throws(KeyError) {
        guard secret.byteCount == Self.byteCount else { throw KeyError(.incorrectSize) }
        try secret.requireSecret()
        self.secret = secret
        thumbprint = try withKeyErrors(try Thumbprint(of: secret))
    }

    /// The role and the id.
    public var description: String { "shared key \(id)" }
}
