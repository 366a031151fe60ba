package import CryptoPrimitives
import StrictJSON

/// The public half of an X25519 pair.
public struct PublicKey<Role: KeyPairRole>: Sendable, Hashable, CustomStringConvertible {
    package let point: X25519.PublicKey
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint
    /// The values that an enrolment has added, with the chain where the provider has it; nil for a key that is not enrolled.
    package let enrolment: Enrolment?

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// The 32 bytes of the key, as they go into a database column.
    public var rawRepresentation: [UInt8] { point.rawRepresentation }

    /// Takes the 32 bytes of a key.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey` for a point of low order.
    public init(rawRepresentation bytes: some Sequence<UInt8>) throws(KeyError) {
        self.init(try X25519.PublicKey(keyBytes: Array(bytes)))
    }

    package init(_ point: X25519.PublicKey, thumbprint: Thumbprint? = nil, enrolment: Enrolment? = nil) {
        self.point = point
        self.thumbprint = thumbprint ?? Thumbprint(of: point)
        self.enrolment = enrolment
    }

    /// Whether two are the same point.
    public static func == (left: Self, right: Self) -> Bool { left.point == right.point }

    /// Adds the point to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(point) }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) public key \(id)" }
}

/// An X25519 pair; its secret half is in guarded memory and is never printed, compared or encoded.
public struct PrivateKey<Role: KeyPairRole>: Sendable, CustomStringConvertible {
    package let pair: X25519.PrivateKey
    /// The public half.
    public let publicKey: PublicKey<Role>

    /// The name of the key in envelopes.
    public var id: KeyID { publicKey.id }

    /// Makes a new pair.
    ///
    /// - Throws: ``KeyError`` with `unavailable` without guarded memory.
    public init() throws(KeyError) {
        self.init(try withKeyErrors(try X25519.PrivateKey()))
    }

    package init(_ pair: X25519.PrivateKey, thumbprint: Thumbprint? = nil) {
        self.pair = pair
        publicKey = PublicKey(pair.publicKey, thumbprint: thumbprint)
    }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) key \(id)" }
}

extension X25519.PublicKey {
    init(keyBytes bytes: [UInt8]) throws(KeyError) {
        try check(
            bytes.count == X25519.byteCount, .invalidKey,
            "expected \(X25519.byteCount) bytes for an X25519 public key, found \(bytes.count)")
        self = try withKeyErrors(try X25519.PublicKey(bytes.slice.span))
        // Keys are compared by their bytes, so a key must have one encoding only (RFC 7748 §5 has 2^255 + 19 more).
        let isBelowPrime =
            bytes[31] < 0x7f || bytes[31] == 0x7f && (bytes[0] < 0xed || bytes[1..<31].contains { $0 != 0xff })
        try check(isBelowPrime, .invalidKey, "the X25519 public key is not below 2^255 - 19, as its one encoding is")
    }
}

extension X25519.PrivateKey {
    init(keyBytes secret: SecretMemory) throws(KeyError) {
        try secret.requireSecret()
        self = try withKeyErrors(try X25519.PrivateKey(secret))
    }
}

extension SecretMemory {
    /// Refuses memory that was never filled: everyone has the key of zero bytes.
    func requireSecret() throws(KeyError) {
        let bits = withBytes { bytes in bytes.indices.reduce(into: UInt8(0)) { $0 |= bytes[$1] } }
        try check(bits != 0, .invalidKey, "a secret key consists of zero bytes only")
    }
}
