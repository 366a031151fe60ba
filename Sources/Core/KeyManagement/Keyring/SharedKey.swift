package import CryptoPrimitives

/// One 32-byte symmetric key that both halves hold, in guarded memory, for the purposes that it names.
///
/// Each holder of the key can seal, so a reader opens nothing of another purpose with it (wire format §5.1).
public struct SharedKey: Sendable, CustomStringConvertible {
    package static let byteCount = XChaCha20Poly1305.keyByteCount

    /// The purposes of a key that names none: the two objects of a Live Activity.
    public static let standardPurposes: [Purpose] = [.contentState, .attributes]

    package let secret: SecretMemory
    /// The purposes of the envelopes that are sealed and opened with it.
    public let purposes: [Purpose]
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// Makes a new key.
    ///
    /// - Throws: ``KeyError`` with `unavailable` without guarded memory.
    public init(purposes: [Purpose] = standardPurposes) throws(KeyError) {
        try self.init(withKeyErrors(try SecretMemory(randomByteCount: Self.byteCount)), purposes: purposes)
    }

    package init(_ secret: SecretMemory, purposes: [Purpose] = standardPurposes) throws(KeyError) {
        guard secret.byteCount == Self.byteCount else { throw KeyError(.incorrectSize) }
        try secret.requireSecret()
        (self.secret, self.purposes) = (secret, purposes)
        thumbprint = try withKeyErrors(try Thumbprint(of: secret))
    }

    /// The role and the id.
    public var description: String { "shared key \(id)" }
}
