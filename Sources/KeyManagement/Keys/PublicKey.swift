package import CryptoPrimitives

/// The public half of an X25519 pair.
public struct PublicKey<Role: KeyPairRole>: Sendable, Hashable, CustomStringConvertible {
    /// The point itself.
    package let point: X25519.PublicKey
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// The 32 bytes of the key, as they go into a database column.
    public var rawRepresentation: [UInt8] { point.rawRepresentation }

    /// Takes the 32 bytes of a key.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size, `lowOrderPublicKey` for a point of low order.
    public init(rawRepresentation bytes: some Sequence<UInt8>) throws(KeyError) {
        let bytes = Array(bytes)
        do throws(CryptoError) {
            self.init(try X25519.PublicKey(bytes.span))
        } catch {
            throw KeyError(publicKey: error, byteCount: bytes.count)
        }
    }

    package init(_ point: X25519.PublicKey) {
        self.point = point
        thumbprint = Thumbprint(of: point)
    }

    /// Compares the points.
    public static func == (left: Self, right: Self) -> Bool { left.point == right.point }

    /// Hashes the point.
    public func hash(into hasher: inout Hasher) { hasher.combine(point) }

    /// The role and the id.
    public var description: String { "\(Role.role.rawValue) public key \(id)" }
}

extension KeyError {
    /// The error for bytes that are no public key.
    init(publicKey failure: CryptoError, byteCount: Int) {
        switch failure {
        case .lowOrderPoint:
            self.init(.lowOrderPublicKey, "the public key is a point of low order")
        default:
            self.init(.invalidKey, "an X25519 public key has \(X25519.byteCount) bytes, not \(byteCount)")
        }
    }

    /// The error for a primitive that failed for want of memory or of the library.
    init(_ failure: CryptoError) {
        switch failure {
        case .incorrectSize: self.init(.invalidKey, "expected \(X25519.byteCount) bytes for a key")
        case .lowOrderPoint: self.init(.lowOrderPublicKey, "the public key is a point of low order")
        case .outOfSecretMemory: self.init(.unavailable, "guarded memory for a key is not available")
        case .authenticationFailure, .unavailable: self.init(.unavailable, "libsodium is not available")
        }
    }
}
